/**
 * Words that say how a question is asked, not what it is about. They are indexed in entries; only in questions they
 * are ignored.
 */
export const asking: ReadonlySet<string> = new Set(
  (
    'what when where who whom whose which why how much many often ever still also just can could would should will ' +
    'shall may might must about after before during while since until between both each any some all other others ' +
    'another more most such only own same very too now then once again up down out off over under through because ' +
    'against get got kind kinds type types sort thing things something anything someone anyone somebody anybody ' +
    'everyone one ones way make made like likely tell say said give know let please name called mentioned mention ' +
    'does did is are was were has have had been be am do done go went gone going think use used using want wanted ' +
    'specific particular different various take took taken happen happened happens according long time first last'
  ).split(' '),
);
