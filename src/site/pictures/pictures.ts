import { BUILD, ROAD } from './building.ts'
import { FARM } from './farm.ts'
import { IMPLEMENTS } from './implements.ts'
import { EARTH, LIFT } from './lifting.ts'
import { ACCENT, dot, line, panel, picture, ring, solid } from './strokes.ts'

/** What photos of a used machine show besides the machine itself. */
const DETAILS = {
  detail_tyre: picture(
    `<circle cx="120" cy="74" r="58" stroke-width="12" stroke-linecap="butt" stroke-dasharray="12 12.3"/>` +
      `<circle fill="currentColor" cx="120" cy="74" r="54"/>` +
      dot(120, 74, 32) +
      ring(120, 74, 16) +
      line('M120 50V54M120 94V98M96 74H100M140 74H144M103 57L106 60M134 88L137 91M103 91L106 88M134 60L137 57'),
  ),
  detail_meter: picture(
    panel('M36 30q0-12 12-12H192q12 0 12 12V118q0 12-12 12H48q-12 0-12-12z') +
      line('M74 84A46 46 0 0 1 166 84M84 84l-8 0M92 60l-6-6M120 48V40M148 60l6-6M156 84l8 0M120 84L140 60') +
      solid('M114 84a6 6 0 1 0 12 0a6 6 0 1 0-12 0z') +
      line('M84 98H156V118H84zM102 98V118M120 98V118M138 98V118'),
  ),
  detail_engine: picture(
    panel('M48 52H176V116H48z') +
      panel('M60 34H164V52H60z') +
      line(
        'M72 34V24H92V34M100 34V24H120V34M128 34V24H148V34M64 116V130M160 116V130M48 130H176M68 64V100M84 64V100M100 64V100M116 64V100',
      ) +
      ring(152, 86, 16) +
      ring(198, 70, 18) +
      dot(198, 70, 6) +
      dot(152, 86, 5) +
      line('M154 102L198 88M142 74L194 52M48 64H32V40H22'),
  ),
  detail_papers: picture(
    line('M96 20H192V116H180') +
      panel('M52 30H156L176 50V132H52z') +
      line('M156 30V50H176M70 60H112M70 76H158M70 90H158M70 104H126') +
      ring(146, 112, 12),
  ),
  detail_cab: picture(
    line('M52 132V18H188V132M52 18L40 132M188 18L200 132') +
      panel('M84 96H128V110H84zM80 52H98V98H84z') +
      line('M106 110V132M92 132H120M156 132L148 84M168 132V104') +
      `<ellipse cx="150" cy="76" rx="24" ry="10" transform="rotate(-24 150 76)"/>` +
      line('M150 76L156 132M146 66L154 86') +
      dot(168, 102, 4) +
      panel('M44 12H196V22H44z'),
  ),
}

const PICTURES: ReadonlyMap<string, string> = new Map(
  Object.entries({ ...IMPLEMENTS, ...DETAILS, ...FARM, ...EARTH, ...ROAD, ...LIFT, ...BUILD }),
)

/** A file has no surrounding text to take a colour from, so it sets both colours. */
const FILE_COLOURS =
  '<style>:root{color:#22332b}@media(prefers-color-scheme:dark){:root{color:#dfe7e1}[fill=currentColor]{fill:#10140f}}</style>'

/**
 * The drawing of a class, a kind of implement or a detail as an SVG file; undefined if there is none. Its style is
 * inline: the response must allow that and nothing else.
 */
export function pictureFile(key: string): string | undefined {
  const drawing = PICTURES.get(key)
  return drawing && asFile(drawing)
}

/** A drawing with its own colours; in the dark its lines are light, tyres and tracks stay dark. */
export function asFile(drawing: string): string {
  return drawing.replace('>', `>${FILE_COLOURS}`)
}

export const pictureKeys: readonly string[] = [...PICTURES.keys()]

/** The service's logo: a field wheel whose spokes form a Y. Served as favicon.svg; readable at 16 pixels. */
export const MARK = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" fill="none"><rect width="32" height="32" rx="7" fill="#1f3d2f"/><circle cx="16" cy="16" r="11" stroke="${ACCENT}" stroke-width="3"/><circle cx="16" cy="16" r="13" stroke="${ACCENT}" stroke-width="2.5" stroke-dasharray="3.4 3.4"/><path d="M16 16V25M16 16L9 9.5M16 16L23 9.5" stroke="#fff" stroke-width="3.4" stroke-linecap="round"/></svg>`
