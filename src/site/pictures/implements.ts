import { dot, line, panel, picture, ring, solid, wheel } from './strokes.ts'

/** The frame that couples to a tractor at the right: a mast and three points. */
const HITCH = line('M176 96L186 40M150 92L186 40L216 52M176 96L216 104M186 40l8-6') + dot(216, 52, 4) + dot(216, 104, 4)

/** The same thing several times, `step` apart. */
const row = (many: number, step: number, draw: (x: number) => string) =>
  Array.from({ length: many }, (_, at) => draw(at * step)).join('')

const rotavator = picture(
  HITCH +
    panel('M36 114Q36 64 92 64H140Q172 64 174 98L160 112z') +
    panel('M94 40H134V64H94z') +
    line(
      'M134 52L196 66M36 114L24 130M104 114L76 104l-8 8M104 114L80 130l-2 8M104 114L102 138l8 2M104 114L128 132l10-2M104 114L136 108l6-8',
    ) +
    dot(104, 112, 9),
)

const discs = picture(
  HITCH +
    panel('M26 66H178V80H26z') +
    line('M46 80V112M100 80V112M154 80V112M28 114H176') +
    row(6, 26, (x) => solid(`M${36 + x} 90Q${62 + x} 114 ${36 + x} 138Q${46 + x} 114 ${36 + x} 90z`)),
)

const tines = picture(
  HITCH +
    panel('M24 66H178V80H24z') +
    panel('M24 90H160V98H24z') +
    row(5, 32, (x) => line(`M${34 + x} 80Q${58 + x} 104 ${36 + x} 126`)) +
    row(5, 32, (x) => solid(`M${30 + x} 124L${42 + x} 120L${38 + x} 138z`)),
)

const seedDrill = picture(
  HITCH +
    panel('M40 36H160L150 74H50z') +
    line('M52 50H148M100 36V74M40 36q0-8 8-8H152q8 0 8 8') +
    panel('M34 84H178V96H34z') +
    row(4, 28, (x) => line(`M${62 + x} 74L${52 + x} 120`)) +
    row(4, 28, (x) => solid(`M${48 + x} 118H${58 + x}L${52 + x} 138z`)) +
    line('M56 74V84M144 74V84') +
    wheel(164, 17),
)

const bucket = picture(
  panel('M70 44H176V58H70z') +
    line('M92 44V26H108V44M138 44V26H154V44M92 26L108 44M138 26L154 44') +
    panel('M58 58H188L180 108Q176 118 166 118H80Q68 118 66 108z') +
    line('M72 76H176') +
    solid('M70 118h14l-7 18zM96 118h14l-7 18zM122 118h14l-7 18zM148 118h14l-7 18z'),
)

/** Drawings of implements by kind. */
export const IMPLEMENTS = {
  rotavator,
  power_harrow: rotavator,
  mulcher: rotavator,
  straw_reaper: rotavator,
  disc_harrow: discs,
  disc_plough: discs,
  cultivator: tines,
  chisel_plough: tines,
  subsoiler: tines,
  root_digger: tines,
  seed_drill: seedDrill,
  zero_till_drill: seedDrill,
  happy_seeder: seedDrill,
  super_seeder: seedDrill,
  planter: seedDrill,
  potato_planter: seedDrill,
  bucket,
  front_loader: bucket,
  mb_plough: picture(
    HITCH +
      panel('M22 60L40 56L178 84V98z') +
      row(3, 46, (x) => panel(`M${46 + x} ${72 + x / 5}L${58 + x} ${75 + x / 5}L${62 + x} 108L${46 + x} 112z`)) +
      row(3, 46, (x) =>
        solid(`M${26 + x} 112Q${52 + x} 92 ${72 + x} 106L${82 + x} 138H${60 + x}Q${48 + x} 118 ${26 + x} 112z`),
      ),
  ),
  thresher: picture(
    panel('M60 66H190V108H60z') +
      panel('M60 66L44 34H92L96 66z') +
      panel('M112 66A27 27 0 0 1 166 66z') +
      line('M139 66V50M122 54L130 66M156 54L148 66M52 44H88M74 78H110M74 90H110') +
      panel('M190 76L222 62L226 74L190 96z') +
      ring(150, 90, 12) +
      dot(150, 90, 4) +
      line('M60 98L24 118M24 118V124M190 104H216') +
      wheel(86, 18) +
      wheel(168, 18),
  ),
  trolley: picture(
    panel('M24 56H178V104H24z') +
      line('M24 72H178M24 88H178M62 56V104M101 56V104M140 56V104M178 100L226 112M226 106V118M208 110V138') +
      panel('M30 104H172V112H30z') +
      wheel(68, 19) +
      wheel(116, 19),
  ),
  laser_leveller: picture(
    HITCH +
      line('M62 88V28') +
      panel('M54 16H70V30H54z') +
      `<path stroke-dasharray="6 7" d="M74 22H222"/>` +
      panel('M50 78H178V90H50z') +
      panel('M86 90H160V118H86z') +
      solid('M82 118H164L172 134H78z') +
      line('M58 90L46 114') +
      wheel(44, 16),
  ),
  fertiliser_broadcaster: picture(
    HITCH +
      panel('M56 28H164L134 88H86z') +
      line('M66 44H154M76 62H144') +
      panel('M92 88H128V100H92z') +
      line('M110 100V112M128 94L176 98') +
      solid('M82 112H138V118H82z') +
      `<path stroke-dasharray="1 9" d="M76 118L24 136M74 112L16 124M84 124L44 138M144 118L196 136M146 112L204 124M136 124L176 138"/>`,
  ),
  auger: picture(
    panel('M92 14H148V44H92z') +
      line('M104 14V6H136V14M104 26H136') +
      panel('M108 44H132V60H108z') +
      line('M120 60V132M100 74L140 66M100 90L140 82M100 106L140 98M102 120L138 112') +
      solid('M108 126H132L120 146z'),
    'M10 118H96M144 118H230',
  ),
  rock_breaker: picture(
    line('M96 20V8H112V20M130 20V8H146V20') +
      panel('M84 20H158V34H84z') +
      panel('M92 34H150V92H92z') +
      line('M106 48V78M121 48V78M136 48V78') +
      panel('M106 92H136V104H106z') +
      solid('M114 104H128L121 134z') +
      line('M70 138L92 122L112 132M134 132L148 120L172 138M96 110l-10-6M146 110l10-6'),
  ),
  pallet_forks: picture(
    panel('M92 20H104V124H92zM124 20H136V124H124z') +
      line('M86 30H142M86 62H142M86 96H142') +
      solid('M136 118H216l8 8H136zM104 126H196l6 6H104z') +
      panel('M150 66H204V112H150z') +
      line('M177 66V84M142 40L60 34M142 84L60 78') +
      dot(60, 34, 5) +
      dot(60, 78, 5),
  ),
  broom: picture(
    HITCH +
      panel('M40 84A44 44 0 0 1 128 84H178V96H40z') +
      ring(84, 100, 18) +
      dot(84, 100, 6) +
      line(
        'M84 82V62M84 118V138M66 100H48M102 100H120M71 87L57 73M97 113L112 128M71 113L57 128M97 87L110 74M76 84L70 66M92 116L98 134M76 116L70 134M68 108L50 116M100 108L118 116',
      ),
  ),
}
