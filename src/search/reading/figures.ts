const NAMES = ['hp_min', 'hp_max', 'price_min', 'price_max', 'weight_min', 'weight_max', 'cylinders'] as const

/** Bounds that a query's text states; both ends are included. */
export type Figures = Record<(typeof NAMES)[number], number | null>

export const NO_FIGURES = Object.fromEntries(NAMES.map((name) => [name, null])) as Readonly<Figures>
