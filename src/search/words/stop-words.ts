import type { BundledLanguage } from '../../languages/language.ts'

/** Without diacritics. */
export const STOP_WORDS: Readonly<Record<BundledLanguage, ReadonlySet<string>>> = {
  pl: new Set(
    'a aby albo ale bez bo by byc co czy dla do dlaczego gdy gdzie i ich ile jak jaki jakie jako jest jesli jego jej juz kto ktora ktore ktory lub ma mi na nad nie o od ona oni ono oraz po pod przed przez przy sa sie sobie ta tak te tego tej tem ten to tu u w we wiec z za ze'.split(
      ' ',
    ),
  ),
  en: new Set(
    'a about an and are as at be but by do does for from has have how i if in is it its not of on or that the their this to was were what when where which who why will with'.split(
      ' ',
    ),
  ),
  de: new Set(
    'aber als am an auch auf aus bei bis das dass dem den der des die durch ein eine einem einen einer es fur hat ich im in ist mit nach nicht oder sich sie sind uber um und von vor war was wer wie wird wo zu zum zur'.split(
      ' ',
    ),
  ),
  uk: new Set(
    'а або але без би в від він вона вони воно де для до є з за зі и і із й його іі її коли на не ні о об під по при про та так те ти то у хто це цеи ця чи чому що щоб як яка яке який якии'.split(
      ' ',
    ),
  ),
}
