import { dot, line, panel, picture, solid, track, wheel } from './strokes.ts'

export const EARTH = {
  backhoe_loader: picture(
    line('M90 80L94 30H136L142 80M114 30V80M192 118L196 84M152 66V52h6') +
      panel('M86 22h50q6 0 6 8H86z') +
      panel('M142 68H188q8 0 8 8v26H82V80H142z') +
      line('M172 76V92M180 76V92') +
      panel('M136 84L146 78L196 108L212 112L208 120L190 116z') +
      solid('M206 100L232 128q2 8-4 8H206q-4 0-4-6z') +
      panel('M82 92L76 100L52 34L58 26L66 30z') +
      panel('M50 28L62 30L36 98L26 96z') +
      dot(56, 32, 5) +
      solid('M22 92L40 98L44 116Q36 132 20 126L26 112z') +
      line('M70 60L82 86') +
      wheel(94, 26) +
      wheel(166, 19),
  ),
  excavator: picture(
    line('M100 90V50H124L136 72V90zM112 66H130') +
      panel('M38 66q0-10 10-10H100V100H38z') +
      line('M48 68H72M48 78H72M48 88H72M84 56V46h6') +
      panel('M96 90H142V102H96z') +
      panel('M130 92L124 84L150 30L160 20L192 34L188 44L162 36L140 94z') +
      line('M140 70L160 44') +
      panel('M182 28L196 32L216 98L206 102z') +
      line('M164 24L188 22M196 60L214 84') +
      dot(189, 37, 5) +
      solid('M204 98L220 96Q230 112 220 132L190 128L204 116z') +
      track(34, 150, 30),
  ),
  mini_excavator: picture(
    line('M88 84V32M134 84L130 32M100 84V68H118M100 68L96 54M124 84l4-18') +
      panel('M80 24H136q4 0 4 8H80z') +
      panel('M66 84H140V104H66z') +
      panel('M136 96L132 86L156 44L164 38L186 54L182 62L164 54L144 94z') +
      panel('M178 50L188 52L200 100L192 102z') +
      line('M168 42L184 42') +
      dot(182, 57, 4) +
      solid('M190 98L204 96Q212 108 204 122L182 120L192 110z') +
      line('M140 122L162 122') +
      solid('M160 108h6V138h-6z') +
      track(62, 146, 28),
  ),
  wheel_loader: picture(
    line('M96 74V28H126L138 74M112 28V74') +
      panel('M90 20H128q6 0 8 8H90z') +
      panel('M24 72q0-8 8-8H96V74H140V104H32q-8 0-8-8z') +
      line('M34 76H62M34 86H62M78 64V50h6') +
      panel('M140 80H166V104H134z') +
      panel('M140 78L150 70L188 104L206 108L204 118L184 114z') +
      line('M152 86L182 92L200 104') +
      solid('M200 92L206 88L210 118L234 132q0 6-6 6H206q-8-2-8-12z') +
      wheel(74, 27) +
      wheel(162, 27),
  ),
  skid_steer_loader: picture(
    line('M96 84V34H138L148 84M108 44V84M122 44V84M134 44V84') +
      panel('M88 26H138q4 0 5 8H88z') +
      panel('M50 64q0-8 8-8H96V84H164V112H50z') +
      line('M60 92H82M60 100H82') +
      panel('M56 46L72 42L84 50L160 90L190 108L186 118L150 102L74 66L62 66z') +
      dot(66, 54, 4) +
      solid('M182 92L190 90L196 122L222 134q0 4-4 4H190q-6 0-8-8z') +
      wheel(88, 21) +
      wheel(146, 21),
  ),
  bulldozer: picture(
    line('M80 72V30H120L128 72M102 30V72M150 64V42l5-3') +
      panel('M74 22H122q4 0 6 8H74z') +
      panel('M66 72H128V64H176q8 0 8 8V102H66z') +
      line('M164 74V92M172 74V92M138 76H152M138 84H152') +
      line('M130 118H200M176 92L202 88') +
      solid('M200 74Q210 80 206 104Q204 124 216 138H202Q192 120 196 100Q198 84 196 76z') +
      line('M66 96H44') +
      panel('M40 86H52V108H40z') +
      solid('M40 106h8L44 126L34 138Z') +
      track(56, 180, 36),
  ),
  motor_grader: picture(
    line('M88 80V34H124L130 80M106 34V80') +
      panel('M82 26H124q5 0 6 8H82z') +
      panel('M20 66q0-8 8-8H88V80H98V100H20z') +
      line('M30 70H56M30 80H56M70 58V46h6') +
      panel('M98 80H136Q190 70 212 92V104H202Q188 84 136 94H98z') +
      line('M150 90V106M168 88V104M138 108H176M122 94L138 106') +
      solid('M128 106Q138 106 146 118L152 138H144Q134 126 126 122z') +
      solid('M150 112H178V116L154 124z') +
      wheel(36, 18) +
      wheel(80, 18) +
      wheel(206, 19),
  ),
}

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
