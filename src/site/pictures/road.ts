import { dot, drum, line, panel, picture, solid, track, wheel } from './strokes.ts'

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
