import { dot, line, lugWheel, panel, picture, ring, solid, track, wheel } from './strokes.ts'

export const FARM = {
  tractor: picture(
    line('M86 70L93 24H130L138 68M112 24V58M158 66V34l5-4M186 98V112M30 110H50M30 104V116') +
      panel('M84 24q0-10 9-10h38q7 0 7 10z') +
      panel('M118 66H194q10 0 12 12l2 20H118z') +
      line('M196 76V90M188 76V90M128 80H160') +
      panel('M42 84A42 42 0 0 1 121 98H60z') +
      lugWheel(80, 34) +
      lugWheel(184, 18),
  ),
  power_tiller: picture(
    line('M112 88L44 66L22 72M112 96L60 80M148 112V136M140 136H156M172 70V54h8') +
      panel('M122 74H190q6 0 6 6v28H122z') +
      panel('M138 58H164v16H138z') +
      dot(176, 92, 9) +
      line('M132 84H156M132 92H156') +
      panel('M40 112A28 28 0 0 1 92 108L88 114H40z') +
      line('M66 120L50 132M66 120L62 138M66 120L78 136M66 120L86 128M66 120L52 120') +
      dot(66, 120, 7) +
      line('M92 108L108 110') +
      lugWheel(114, 23),
  ),
  power_weeder: picture(
    line('M118 92L62 46L40 50M112 98L76 68M98 104L76 112V138M162 108L178 118M134 52H158') +
      panel('M110 74H168q6 0 6 6v26H104z') +
      panel('M126 56H158q4 0 4 4v14H122z') +
      dot(156, 90, 9) +
      line('M114 84H138M114 92H138') +
      panel('M92 112A36 36 0 0 1 164 112z') +
      line('M128 116L104 124M128 116L108 136M128 116L122 138M128 116L142 138M128 116L152 130M128 116L154 118') +
      dot(128, 116, 8) +
      wheel(184, 12),
  ),
  combine_harvester: picture(
    line('M150 86V42H174L184 62V86zM166 42V86M98 32L40 24H22') +
      panel('M142 36h36l2 6h-38z') +
      panel('M70 46L60 30H138L128 46z') +
      panel('M30 58q0-12 12-12H150V98l-14 10H52L28 88z') +
      line('M44 60H96M44 70H96M112 58V92M130 58V92') +
      panel('M170 94L198 112L194 124L160 108z') +
      solid('M190 128H232l-8 8H192z') +
      ring(212, 106, 17) +
      line('M212 89V123M195 106H229M200 94L224 118M224 94L200 118') +
      lugWheel(148, 27) +
      wheel(60, 17),
  ),
  rice_transplanter: picture(
    line('M152 82V60M142 54L160 62M86 104L108 90M64 112L54 128l-8 2M80 114L72 130l-8 2') +
      panel('M164 82L172 52H200q10 0 10 12V94H164z') +
      line('M180 62H200') +
      panel('M96 82H206V94H96z') +
      panel('M112 64H136v10H112zM108 40h10V66h-10z') +
      line('M124 74V82') +
      panel('M18 54L38 42L98 100L78 114z') +
      line('M33 68L53 56M48 83L68 71M63 99L83 87M22 50l-8-12M26 48l0-14M32 44l6-14M40 42l10-10') +
      solid('M58 132H148L156 138H58z') +
      ring(128, 112, 24) +
      line('M128 88V136M104 112H152M111 95L145 129M145 95L111 129') +
      dot(128, 112, 7) +
      ring(192, 117, 20) +
      line('M192 97V137M172 117H212M178 103L206 131M206 103L178 131') +
      dot(192, 117, 6),
  ),
  reaper: picture(
    line('M104 84L46 62L24 66M104 92L62 76M134 96H172M124 66V52h10') +
      panel('M86 70H138q6 0 6 6v30H80z') +
      panel('M96 56H120v14H96z') +
      dot(126, 90, 9) +
      line('M90 82H108M90 90H108') +
      panel('M168 74H184V132H168z') +
      line('M184 84H206M184 104H206') +
      ring(206, 84, 9) +
      ring(206, 104, 9) +
      solid('M166 130H216l-10 7H166z') +
      line('M222 138V80M230 138V84M222 80l-5-8M222 80l5-8M230 84l5-8M230 84l-4-8') +
      lugWheel(104, 22),
  ),
  baler: picture(
    line('M152 84V36H180L192 62V84zM168 36V84M144 96H152') +
      panel('M146 28h36l2 8h-38z') +
      panel('M138 84H206q6 0 6 6v16H138z') +
      panel('M78 102A36 36 0 1 1 144 100V112H84z') +
      ring(111, 86, 20) +
      ring(111, 86, 9) +
      line('M84 112L76 126M92 112v12M100 112v12M132 52L126 40') +
      ring(38, 116, 21) +
      line('M38 116m-4 0a4 4 0 0 1 8 0a8 8 0 0 1-16 0a12 12 0 0 1 24 0') +
      lugWheel(180, 23) +
      wheel(118, 16),
  ),
  sugarcane_harvester: picture(
    line('M124 74V36H152L158 74zM138 36V74M158 56L196 34M150 48L194 26M202 40V52M28 26L20 34V46') +
      panel('M120 28h34l2 8h-36z') +
      panel('M190 22H212V40H190z') +
      line('M196 40V48M208 40V48') +
      panel('M86 74H166q6 0 8 8l6 26H80z') +
      panel('M88 108L22 32L34 24L104 100z') +
      line('M40 44L50 36M54 60L64 52M68 76L78 68') +
      panel('M64 66L82 50L100 66L84 84z') +
      panel('M176 96L222 136H186L166 112z') +
      line('M184 104L182 132M196 114L194 134M208 124L206 136') +
      track(72, 158, 26) +
      line('M226 130V84M234 130V90'),
  ),
  cotton_picker: picture(
    line('M140 82V42H168L178 62V82zM156 42V82') +
      panel('M134 34h36l2 8h-38z') +
      panel('M26 22H132V82H38z') +
      line('M42 34H120M42 46H120M44 58H120M46 70H120M60 24V80M80 24V80M100 24V80') +
      panel('M40 82H190V102H52z') +
      panel('M180 84H200V124H180zM202 88H220V128H202z') +
      line('M186 94H194M186 104H194M186 114H194M208 98H214M208 108H214M208 118H214') +
      solid('M180 124H200l10 12H180zM202 128H220l12 9H202z') +
      lugWheel(150, 27) +
      wheel(66, 19),
  ),
  forage_harvester: picture(
    line('M134 84V42H160L172 64V84zM150 42V84M44 58h44M44 68h44M178 96L190 104') +
      panel('M128 34h34l2 8h-36z') +
      panel('M28 62q0-14 14-14H112L134 66H180V102H40L28 88z') +
      panel('M104 62L98 26Q98 10 116 10L200 16L214 28L204 32L194 26L118 22Q110 22 112 30L118 62z') +
      line('M212 36v6M204 38v8M218 42v8') +
      panel('M184 92H206V128H184z') +
      line('M195 92V128M184 104H206M184 116H206') +
      solid('M182 126H206L230 137H182z') +
      lugWheel(146, 28) +
      wheel(62, 18),
  ),
  potato_harvester: picture(
    line('M118 66V28H146L154 66zM134 28V66') +
      panel('M112 20h36l2 8h-38z') +
      panel('M24 50H98V84L84 96H40L24 80z') +
      ring(38, 46, 5) +
      ring(52, 44, 6) +
      ring(66, 46, 5) +
      ring(80, 44, 6) +
      line('M36 62H86M36 74H86') +
      panel('M74 88L98 66H166L228 126L218 134L154 92H90z') +
      line('M172 86L162 94M184 98L174 106M196 110L186 118M208 120L200 126M112 78H146') +
      solid('M212 130L230 124L234 138H218z') +
      ring(182, 130, 5) +
      ring(196, 132, 4) +
      lugWheel(126, 25) +
      wheel(60, 19),
  ),
  sprayer: picture(
    line('M146 72V34H172L184 56V72zM162 34V72M148 92V104M190 90V104M80 92V104M58 58L14 58M58 68H14') +
      panel('M140 26h36l2 8h-38z') +
      panel('M66 72H204q8 0 8 8v12H66z') +
      panel('M72 72V50q0-14 14-14h34q14 0 14 14V72z') +
      line('M84 58H122M90 36v-6h14v6') +
      panel('M54 52h8V96h-8z') +
      line('M20 58V68M32 58V68M44 58V68M18 68v6M32 68v6M46 68v6') +
      `<path stroke-dasharray="2 7" d="M18 80l-6 50M18 80l4 50M32 80l-4 50M32 80l6 50M46 80l-4 50M46 80l6 50"/>` +
      lugWheel(190, 20) +
      lugWheel(94, 20),
  ),
  agri_drone: picture(
    line(
      'M100 54H36M140 54H204M104 62L76 66V72M136 62L164 66V72M36 54V44M204 54V44M96 86L84 108H70M144 86L156 108H170M84 108H92M156 108H148',
    ) +
      line(
        'M10 42Q36 36 62 42Q36 48 10 42M178 42Q204 36 230 42Q204 48 178 42M56 28Q80 23 102 28Q80 33 56 28M138 28Q160 23 184 28Q160 33 138 28M80 28L106 52M160 28L134 52',
      ) +
      panel('M98 48q0-10 10-10h24q10 0 10 10v12H98z') +
      panel('M96 60H144V80q0 8-8 8H104q-8 0-8-8z') +
      line('M106 68H134') +
      dot(120, 94, 5) +
      `<path stroke-dasharray="2 7" d="M76 80l-8 44M76 80l6 44M164 80l-6 44M164 80l8 44M120 104v18"/>` +
      line(
        'M24 138q2-8-6-10M24 138q-2-8 6-12M60 138q2-8-6-10M60 138q-2-8 6-12M96 138q2-8-6-10M96 138q-2-8 6-12M144 138q2-8-6-10M144 138q-2-8 6-12M180 138q2-8-6-10M180 138q-2-8 6-12M216 138q2-8-6-10M216 138q-2-8 6-12',
      ),
  ),
}
