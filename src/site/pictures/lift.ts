import { dot, line, panel, picture, solid, track, wheel } from './strokes.ts'

/** A crane's line with its hook, from a point down to `y`. */
const hook = (x: number, from: number, y: number) =>
  line(`M${x} ${from}V${y}`) + dot(x, y + 3, 4) + line(`M${x} ${y + 7}v4q0 5 5 5t5-5`)

type Rail = readonly [x1: number, y1: number, x2: number, y2: number]

/** Two rails and the struts between them. */
function lattice(a: Rail, b: Rail, bays: number): string {
  const at = ([x1, y1, x2, y2]: Rail, part: number) =>
    `${Math.round(x1 + (x2 - x1) * part)} ${Math.round(y1 + (y2 - y1) * part)}`
  const struts = Array.from({ length: bays + 1 }, (_, bay) => at(bay % 2 ? b : a, bay / bays))
  return line(`M${at(a, 0)}L${at(a, 1)}M${at(b, 0)}L${at(b, 1)}M${struts.join('L')}`)
}

export const LIFT = {
  pick_and_carry_crane: picture(
    line('M60 74L66 40H98L102 74M82 40V74') +
      panel('M58 32H100q4 0 4 8H58z') +
      panel('M28 82q0-8 8-8H112V86H180V106H28z') +
      line('M38 88H60M38 96H60') +
      panel('M104 78L110 66L214 22L220 34z') +
      line('M150 50L156 61M184 36L190 47M132 92L150 62') +
      dot(112, 74, 5) +
      hook(214, 36, 74) +
      wheel(60, 19) +
      wheel(158, 24),
  ),
  mobile_crane: picture(
    line('M190 86V62H212L222 84') +
      panel('M184 86H226V112H184z') +
      panel('M16 98H184V112H16z') +
      panel('M40 76q0-6 6-6H88V98H40z') +
      line('M92 96V72H110L116 96z') +
      panel('M62 80L68 68L196 8L202 20z') +
      line('M112 47L118 60M154 27L160 40M98 84L112 58') +
      hook(200, 20, 40) +
      line('M128 98V86H172V98M140 112V124M126 124H152M24 112V124M12 124H34') +
      wheel(56, 15) +
      wheel(92, 15) +
      wheel(172, 15) +
      wheel(206, 15),
  ),
  crawler_crane: picture(
    line('M98 104V74H116L122 90') +
      panel('M36 78q0-8 8-8H98V106H36z') +
      line('M46 82H70M46 92H70') +
      panel('M26 84H40V106H26z') +
      lattice([114, 98, 196, 6], [132, 104, 206, 12], 9) +
      line('M196 6L206 12M66 70L82 40L196 6M82 40L94 70') +
      hook(206, 12, 62) +
      track(28, 142, 28),
  ),
  tower_crane: picture(
    line(
      'M84 138V42M104 138V42M84 42L104 58L84 74L104 90L84 106L104 122L84 138M104 42L84 58L104 74L84 90L104 106L84 122L104 138',
    ) +
      line('M84 42L94 12L104 42M94 12L206 30M94 12L34 32') +
      line(
        'M24 30H228M104 42H216L228 30M104 42L116 30L128 42L140 30L152 42L164 30L176 42L188 30L200 42L212 30L216 42M84 42H24V30',
      ) +
      panel('M24 34H48V64H24z') +
      panel('M104 46H124V64H108z') +
      panel('M72 132H116V140H72z') +
      dot(182, 46, 4) +
      hook(182, 50, 82) +
      panel('M164 104L182 98L200 104V114H164z') +
      line('M186 95L182 98'),
  ),
  telehandler: picture(
    line('M84 84V42H118L128 84M104 42V84') +
      panel('M78 34H120q4 0 5 8H78z') +
      panel('M32 78q0-6 6-6H84V84H176q8 0 8 8V108H32z') +
      line('M42 84H62M42 94H62') +
      panel('M36 72L42 60L134 50L214 14L220 24L138 62z') +
      line('M146 44L151 56M180 29L185 41M130 84L148 56') +
      line('M214 18L218 44') +
      solid('M214 24h6V46H238V50H214z') +
      wheel(64, 23) +
      wheel(160, 23),
  ),
  forklift: picture(
    line('M76 84L88 30H136L148 84M104 84V72H118M104 72L100 56M128 80l6-16') +
      panel('M82 22H138q4 0 4 8H80z') +
      panel('M36 78q0-10 10-10H78L92 86H150V112H36z') +
      line('M46 82H62M46 92H62') +
      line('M158 18V132M170 18V132M158 18H170M158 50H170M158 82H170') +
      solid('M170 88h6V124H224V130H170z') +
      panel('M180 84H216V122H180z') +
      panel('M184 52H212V84H184z') +
      line('M198 84V98M198 52V64') +
      wheel(62, 18) +
      wheel(138, 20),
  ),
  aerial_platform: picture(
    panel('M54 104H186V122H54z') +
      line('M66 112H92') +
      line('M70 104L170 82M170 104L70 82M70 82L170 60M170 82L70 60M70 60L170 46M170 60L70 46') +
      dot(120, 93, 4) +
      dot(120, 71, 4) +
      dot(120, 53, 3) +
      panel('M52 38H196V48H52z') +
      line('M56 38V10H192V38M56 24H192M90 10V38M124 10V38M158 10V38') +
      wheel(80, 15) +
      wheel(160, 15),
  ),
}
