import { dot, drum, line, panel, picture, ring, solid, track, wheel } from './strokes.ts'

/** The front of a lorry that faces right. */
const lorry = (chassis: string) =>
  panel(chassis) +
  line('M188 84V56H212L222 82M196 62H208') +
  panel('M180 84H224q4 0 4 6V116H180z') +
  line('M216 96H226')

export const BUILD = {
  dump_truck: picture(
    lorry('M24 104H182V114H24z') +
      panel('M14 74L38 84L160 62L186 36L176 24L26 46z') +
      line('M58 50L64 78M92 44L98 72M126 38L132 66M110 104L128 68') +
      wheel(58, 20) +
      wheel(100, 20) +
      wheel(198, 20),
  ),
  concrete_mixer: picture(
    lorry('M20 106H182V116H20z') +
      panel('M32 66L44 44Q80 16 124 26Q166 36 172 66Q172 96 140 98Q92 100 44 84z') +
      line('M72 30Q58 60 70 92M104 24Q90 60 102 97M136 29Q126 62 134 98') +
      panel('M22 40H46L40 56H28z') +
      line('M34 56V66L16 88V100M60 92V106M150 96V106M26 60V106') +
      wheel(54, 19) +
      wheel(96, 19) +
      wheel(200, 19),
  ),
  concrete_pump: picture(
    lorry('M20 104H182V114H20z') +
      panel('M20 80H56L50 104H28z') +
      line('M24 72H52M28 88H46') +
      panel('M84 88H124V104H84z') +
      line('M104 88V62') +
      line('M104 62L36 34L150 16L212 34V50') +
      line('M106 54L52 33L150 24L204 40') +
      dot(44, 33, 5) +
      dot(150, 20, 5) +
      dot(104, 60, 6) +
      `<path stroke-dasharray="2 6" d="M212 56v0"/>` +
      line('M76 114V126M64 126H88M150 114V126M138 126H162') +
      wheel(44, 17) +
      wheel(116, 17) +
      wheel(200, 19),
  ),
  batching_plant: picture(
    panel('M162 22Q162 12 176 12T190 22V86L180 104H172L162 86z') +
      panel('M198 22Q198 12 212 12T226 22V86L216 104H208L198 86z') +
      line(
        'M166 96V138M186 96V138M202 96V138M222 96V138M166 118H186M202 118H222M166 138L186 118M202 138L222 118M176 12V6H212V12',
      ) +
      panel('M108 52H150V92L140 102H118L108 92z') +
      line('M112 98V138M146 98V138M120 102V112H138V102M120 64H138M120 76H138M150 70L162 60') +
      panel('M12 84H40L34 108H18zM44 84H72L66 108H50z') +
      line('M18 108V126M66 108V126M34 108V116M50 108V116') +
      panel('M14 118H70L104 46L116 52L80 128H14z') +
      line('M82 106L92 111M92 84L102 89M102 64L112 69') +
      ring(26, 78, 4) +
      ring(56, 78, 4) +
      line('M20 128V138M74 128V138'),
  ),
  drilling_rig: picture(
    line('M66 84V54H86L94 84z') +
      panel('M24 66q0-6 6-6H66V98H24z') +
      panel('M66 84H150V98H66z') +
      line('M34 70H54M34 80H54') +
      panel('M150 12H166V104H150z') +
      line('M150 28L166 40M150 46L166 56M150 64L166 76M150 84L166 96M96 86L150 44M150 12L158 6L180 14V28') +
      panel('M168 28H192V48H168z') +
      line('M180 48V142M172 66L188 60M172 80L188 74M172 94L188 88M172 108L188 102M172 122L188 116') +
      solid('M172 134H188L180 146z') +
      track(24, 146, 28, 124),
    'M10 126H166V146M230 126H194V146',
  ),
  trencher: picture(
    line('M118 72V30H150L158 72M136 30V72') +
      panel('M112 22H150q5 0 6 8H112z') +
      panel('M88 72H158V64H206q8 0 8 8V96H88z') +
      line('M194 74V88M202 74V88M168 76H184M168 84H184') +
      panel('M84 78L98 86L46 140L34 132z') +
      dot(90, 84, 5) +
      dot(41, 134, 5) +
      line(
        'M76 80L68 74M66 90L58 84M56 102L48 96M46 114L38 108M36 124L28 118M30 136L22 138M60 130L68 136M72 120L80 126M84 106L92 112',
      ) +
      panel('M100 92H120L110 104H96z') +
      track(104, 214, 28, 122),
    'M10 124H22M100 124H230',
  ),
}

export const ROAD = {
  soil_compactor: picture(
    line('M94 76V32H128L136 76M112 32V76') +
      panel('M88 24H128q5 0 6 8H88z') +
      panel('M24 74q0-10 10-10H94V76H138V104H34q-10 0-10-10z') +
      line('M34 78H62M34 88H62') +
      panel('M136 84H206V96H148L136 104z') +
      line('M206 90V108') +
      wheel(70, 28) +
      drum(178, 31),
  ),
  tandem_roller: picture(
    line('M88 78V34M150 78V34M112 78V64H126M112 64V52M140 70L132 56') +
      panel('M78 24H160q4 0 4 8v2H78z') +
      panel('M38 84Q38 70 52 70H104V78H140V70H188Q202 70 202 84V98H38z') +
      line('M52 82H84M156 82H188') +
      drum(66, 27) +
      drum(174, 27),
  ),
  pneumatic_roller: picture(
    line('M92 66V28M150 66V28M112 74V58H126M112 58V44M140 66L132 50') +
      panel('M82 18H160q4 0 4 8v2H82z') +
      panel('M28 80Q28 60 48 60H92V74H150V60H180Q208 60 214 84V108H28z') +
      line('M42 74H74M42 84H74M188 70V84M198 74V88M112 88H134') +
      wheel(48, 17) +
      wheel(84, 17) +
      wheel(160, 17) +
      wheel(196, 17),
  ),
  paver: picture(
    line('M74 66V26M134 66V26M96 66V50H110M96 50V38M126 60L118 48') +
      panel('M64 16H144q4 0 4 8v2H64z') +
      panel('M62 66H150V106H62z') +
      line('M74 78H110M74 88H110') +
      panel('M150 72L164 66L214 58V78L202 108H150z') +
      line('M164 66V108M180 74H204') +
      line('M62 84L40 112') +
      panel('M24 110H62V126H24z') +
      solid('M20 126H64V132H20z') +
      line('M12 132H22') +
      track(76, 176, 28) +
      wheel(202, 10),
    'M10 134H20V140H230',
  ),
  road_milling_machine: picture(
    line('M58 62V26M118 62V26M80 62V48H94M80 48V36') +
      panel('M48 16H128q4 0 4 8v2H48z') +
      panel('M28 70q0-8 8-8H164V106H28z') +
      line('M40 76H80M40 86H80M52 106V118M150 106V118') +
      panel('M158 84L222 32L232 42L168 98z') +
      line('M178 72L186 82M194 60L202 70M210 46L218 56') +
      panel('M78 104H130V120H78z') +
      dot(104, 122, 14) +
      line('M104 122L92 130M104 122L104 140M104 122L116 130M104 122L118 118M104 122L90 118') +
      track(28, 78, 20) +
      track(130, 180, 20),
  ),
}
