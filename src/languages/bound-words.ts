import { type BoundWords, type BundledLanguage, isBundledLanguage, perLanguage, rulesOf } from './language.ts'

/** Case counts. */
const SYMBOLS = new Set(
  (
    '% ‰ ° °C °F € $ £ ¥ ₿ zł gr PLN EUR USD GBP CHF UAH BTC ETH ' +
    'm km cm mm nm µm ha g kg mg µg t l ml dB Hz kHz MHz GHz THz W kW MW GW kWp Wh kWh MWh GWh TWh V kV mV VA A mA Ah mAh Ω kΩ J kJ MJ ' +
    'N Nm KM hp bar Pa hPa kPa MPa kcal lm lx B kB KB MB GB TB PB KiB MiB GiB TiB kb Mb Gb Tb bit kbit Mbit Gbit kbps Mbps Gbps ' +
    'fps px Mpx Mpix MP dpi ppi K s ms ns µs h min'
  ).split(' '),
)

const WORDS: Readonly<Record<BundledLanguage, BoundWords>> = {
  pl: {
    units:
      'proc. procent* promil* r. w. s. str. obr. godz. min. sek. roku rok lat lata latach latami dni dzień dnia dniach tydzień tygodni* miesiąc* ' +
      'miesięc* godzin* minut* sekund* milisekund* złot* grosz* euro eurocent* dolar* dol. cent* funt* frank* hrywn* bitcoin* jen* juan* ' +
      'metr* kilometr* centymetr* milimetr* nanometr* mil* cal* hektar* gram* kilogram* ton* litr* wat* kilowat* megawat* gigawat* ' +
      'watogodzin* kilowatogodzin* wolt* amper* hert* megahertz* gigahertz* bit* bajt* kilobajt* megabajt* gigabajt* terabajt* petabajt* ' +
      'piksel* megapiksel* klat* stopni* stopień stopnia punkt* pkt pkt. pp. p.p. raz razy osób osoby osoba sztuk* szt. kanał* koni koń* ' +
      'stycznia lutego marca kwietnia maja czerwca lipca sierpnia września października listopada grudnia',
    scales: 'tys. mln mld bln tysi* milion* miliard* bilion* tysięc*',
    beforeNumbers: 'nr nry numer art. ust. pkt lit. poz. par. s. str. t. tom rozdz. rys. tab. ok. godz. r. w. §',
  },
  en: {
    units:
      'percent per cent* a.m. p.m. am pm year* month* week* day* hour* minute* second* dollar* euro* pound* cent* pence metre* meter* ' +
      'kilometre* kilometer* mile* inch* foot feet gram* kilogram* tonne* ton* litre* liter* watt* kilowatt* volt* hertz bit* byte* kilobyte* ' +
      'megabyte* gigabyte* terabyte* pixel* megapixel* degree* point* people times pages january february march april may june july august ' +
      'september october november december',
    scales: 'thousand million* billion* trillion* m bn',
    beforeNumbers:
      'no. nos. p. pp. vol. ch. fig. sec. art. § january february march april june july august september october november december',
  },
  de: {
    units:
      'prozent promille uhr jahr* monat* woche* tag* stunde* minute* sekunde* euro cent* dollar* pfund franken meter* kilometer* zentimeter* ' +
      'millimeter* meile* zoll hektar gramm* kilogramm* tonne* liter* watt* kilowatt* volt ampere hertz bit* byte* kilobyte* megabyte* gigabyte* ' +
      'terabyte* pixel* megapixel* grad punkt* mal seite* mensch* person* januar februar märz april mai juni juli august september oktober ' +
      'november dezember',
    scales: 'tsd. tausend mio. mrd. million* milliarde* billion*',
    beforeNumbers: 'nr. art. abs. s. bd. kap. abb. tab. ca. §',
  },
  uk: {
    units:
      'відсот* р. рр. ст. с. год. год хв. хв сек. грн грн. рік року роки років місяц* тижн* тижд* день дні днів годин* хвилин* секунд* ' +
      'гривень гривні гривн* євро долар* дол. цент* фунт* злот* метр* кілометр* сантиметр* міліметр* мил* дюйм* гектар* грам* кілограм* кг ' +
      'тонн* літр* ват* кіловат* вольт* ампер* герц* біт* байт* кілобайт* мегабайт* гігабайт* терабайт* піксел* градус* пункт* раз разів рази осіб ' +
      'км м см мм г т л січня лютого березня квітня травня червня липня серпня вересня жовтня листопада грудня',
    scales: 'тис. млн млрд тисяч* мільйон* мільярд* трильйон*',
    beforeNumbers: '№ ст. п. ч. с. стор. т. розд. рис. табл. бл. §',
  },
}

const NO_WORDS: BoundWords = { units: '', scales: '', beforeNumbers: '' }

export interface WordRules {
  hasNarrowSpaces: boolean
  isShort(letter: string): boolean
  isUnit(word: string): boolean
  isScale(word: string): boolean
  standsBeforeNumbers(word: string): boolean
}

export const wordRules = perLanguage((language): WordRules => {
  const { shortWords, boundWords = NO_WORDS, hasNarrowSpaces = false } = rulesOf(language)
  const { units, scales, beforeNumbers } = isBundledLanguage(language) ? WORDS[language] : boundWords
  const [isUnit, isScale] = [wordsLike(units), wordsLike(scales)]
  const before = new Set(beforeNumbers.split(' '))
  const isSimple = (word: string): boolean => SYMBOLS.has(word) || isUnit(word.toLowerCase())
  const letters = new Set(shortWords)
  return {
    hasNarrowSpaces,
    isShort: (letter) => letters.has(letter.toLowerCase()),
    isUnit: (word) => {
      // "km/h", "zł/kWh": what is counted stands before the stroke.
      const counted = (word.split('/', 1)[0] ?? '').replace(/[²³]$/, '')
      return isSimple(word) || isSimple(counted) || (counted !== word && isScale(counted.toLowerCase()))
    },
    isScale: (word) => isScale(word.toLowerCase()),
    standsBeforeNumbers: (word) => before.has(word.toLowerCase()),
  }
})

/** Letters. */
const MAX_ENDING = 7

/** Tries the word, then its beginnings. */
function wordsLike(list: string): (word: string) => boolean {
  const words = list.split(' ')
  const whole = new Set(words.filter((word) => !word.endsWith('*')))
  const stems = new Set(words.filter((word) => word.endsWith('*')).map((word) => word.slice(0, -1)))
  return (word) => {
    if (whole.has(word)) return true
    for (let end = word.length; end > 1 && end >= word.length - MAX_ENDING; end -= 1) {
      if (stems.has(word.slice(0, end))) return true
    }
    return false
  }
}
