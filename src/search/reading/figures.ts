/** Bounds that a query's text states; both ends are included. */
export interface Figures {
  hp_min: number | null
  hp_max: number | null
  price_min: number | null
  price_max: number | null
  weight_min: number | null
  weight_max: number | null
  cylinders: number | null
}

export const NO_FIGURES: Readonly<Figures> = {
  hp_min: null,
  hp_max: null,
  price_min: null,
  price_max: null,
  weight_min: null,
  weight_max: null,
  cylinders: null,
}
