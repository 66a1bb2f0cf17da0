export interface Token {
  text: string
  /** In UTF-16 units. */
  start: number
  end: number
  /** Continues the token before it: "16" of "F-16". */
  isJoined?: true
  /** Joins those before it, from the same start: "online" of "on-line". */
  isWhole?: true
}

export interface Spelling {
  /** Between thousands, apart from a space: "," of "5,999". */
  thousands: string
  /** After a hyphen or an apostrophe: "em" of "DNS-em", "u" of "Quake'u". */
  endings: ReadonlySet<string>
  hasApostrophes?: boolean
}

/** An atom is letters or digits. */
interface Atom {
  text: string
  start: number
  end: number
  isNumber: boolean
  gap: string
  /** Symbols that belong to it: "+" of "Disney+", "." of ".NET". */
  symbolBefore: string
  symbolAfter: string
}

const LETTERS = String.raw`\p{L}[\p{L}\p{M}\u00ad\u200b-\u200d\u2060]*`
const ATOMS = new RegExp(String.raw`\p{N}+|${LETTERS}`, 'gu')
const ATOMS_WITH_APOSTROPHES = new RegExp(String.raw`\p{N}+|${LETTERS}(?:['\u2019\u02bc]${LETTERS})*`, 'gu')
const INVISIBLE = /[\u00ad\u200b-\u200d\u2060]/g
const NUMBER = /^\p{N}/u
/** "C++", "Disney+", "C#"; neither "a+b" nor "#hasztag". */
const SYMBOL_AFTER = /\+\+|\+(?![\p{L}\p{N}+])|#(?![\p{L}\p{N}#])|(?<=(?<![\p{L}\p{N}])\p{L})#(?=\p{N})/uy
const SYMBOL_BEFORE = /(?<![\p{L}\p{N}.…])\.$/u
const HYPHEN = /^[-\u2010\u2011]$/
const APOSTROPHE = /^['’ʼ]$/
const SPACE = /^[ \u00a0\u2009\u202f]$/
/** In sizes: "1920x1080". */
const TIMES = /^ ?[x×] ?$/i
const SYMBOL_BETWEEN = /^[&/.:,]$/
/** Letters of whole words between which a slash means "or". */
const MIN_OTHER = 4
const MAX_COMPOUND = 8
const MAX_PARTS = 4
const THOUSAND = 3

/** Roles of characters at plain words, which white space or such signs surround. */
const [LETTER, SPACES, OPENING, CLOSING] = [1, 2, 4, 8]
const PLAIN_CHARACTERS = 0x530
const kinds = new Uint8Array(PLAIN_CHARACTERS)
for (let code = 0; code < PLAIN_CHARACTERS; code++) {
  const character = String.fromCharCode(code)
  if (/\p{L}/u.test(character)) kinds[code] = LETTER
  else if (/[ \n]/.test(character)) kinds[code] = SPACES
  else if (/["(«]/.test(character)) kinds[code] = OPENING
  if (/[,.;:!?)"»]/.test(character)) kinds[code] = (kinds[code] ?? 0) | CLOSING
}

/** Compounds come in parts and as wholes (docs/decisions/084-words-of-a-search.md). */
export function tokensOf(text: string, spelling: Spelling): Token[] {
  const tokens: Token[] = []
  const { length } = text
  const is = (at: number, kind: number): boolean => ((kinds[text.charCodeAt(at)] ?? 0) & kind) !== 0
  /** Where unusual characters begin; white space parts plain words from these. */
  let unusual = -1
  for (let at = 0; at < length; ) {
    if (is(at, SPACES)) {
      at += 1
      continue
    }
    const start = is(at, OPENING) ? at + 1 : at
    let end = start
    while (end < length && is(end, LETTER)) end += 1
    let after = end
    while (after < length && is(after, CLOSING)) after += 1
    if (end > start && !isTimes(text, start, end) && (after === length || is(after, SPACES))) {
      if (unusual !== -1) addUnusual(tokens, text, unusual, at, spelling)
      unusual = -1
      tokens.push({ text: text.slice(start, end), start, end })
      at = after
      continue
    }
    if (unusual === -1) unusual = at
    at = after
    while (at < length && !is(at, SPACES)) at += 1
  }
  if (unusual !== -1) addUnusual(tokens, text, unusual, length, spelling)
  return tokens
}

function isTimes(text: string, start: number, end: number): boolean {
  return end === start + 1 && (text[start] === 'x' || text[start] === 'X')
}

function addUnusual(tokens: Token[], text: string, start: number, end: number, spelling: Spelling): void {
  let compound: Atom[] = []
  for (const atom of atomsOf(text.slice(start, end), spelling)) {
    atom.start += start
    atom.end += start
    const before = compound.at(-1)
    if (before && isEnding(before, atom, spelling)) {
      before.end = atom.end
      continue
    }
    if (before && (compound.length === MAX_COMPOUND || !isJoined(before, atom, spelling))) {
      addTokens(tokens, compound, spelling)
      compound = []
    }
    compound.push(atom)
  }
  addTokens(tokens, compound, spelling)
}

function* atomsOf(text: string, { hasApostrophes }: Spelling): Generator<Atom, void> {
  let end = 0
  let isNumber = false
  for (const { 0: written, index } of text.matchAll(hasApostrophes ? ATOMS_WITH_APOSTROPHES : ATOMS)) {
    const after = index + written.length
    // The sign of a size stands between two numbers.
    if (isNumber && TIMES.test(text.slice(end, after)) && NUMBER.test(text.slice(after, after + 2).trimStart()))
      continue
    const gap = text.slice(end, index).replace(INVISIBLE, '')
    isNumber = NUMBER.test(written)
    const symbolAfter = isNumber ? '' : symbolAfterOf(text, after)
    const isNamed =
      !isNumber && text[index - 1] === '.' && SYMBOL_BEFORE.test(text.slice(Math.max(index - 2, 0), index))
    end = after + symbolAfter.length
    const atom = written.replace(INVISIBLE, '')
    yield { text: atom, start: index, end, isNumber, gap, symbolBefore: isNamed ? '.' : '', symbolAfter }
  }
}

function symbolAfterOf(text: string, at: number): string {
  if (text[at] !== '+' && text[at] !== '#') return ''
  SYMBOL_AFTER.lastIndex = at
  return SYMBOL_AFTER.exec(text)?.[0] ?? ''
}

/** An ending belongs to letters that are spelled, or to a foreign name. */
function isEnding(before: Atom, { text, gap }: Atom, { endings }: Spelling): boolean {
  if (gap.length !== 1 || gap === ' ' || before.symbolAfter !== '' || !endings.has(text)) return false
  if (APOSTROPHE.test(gap)) return !before.isNumber
  return HYPHEN.test(gap) && (before.isNumber || /\p{L}\p{Lu}$|^[bcdfghjklmnpqrstvwxz]{2,}$/u.test(before.text))
}

function isJoined(before: Atom, atom: Atom, spelling: Spelling): boolean {
  const { gap, isNumber } = atom
  // Nearly all words stand apart.
  if (gap === ' ' && !(before.isNumber && isNumber)) return false
  if (gap === '' || HYPHEN.test(gap) || gap === '&' || gap === '.') return true
  if (isThousand(before, atom, spelling)) return true
  const areNumbers = before.isNumber && isNumber
  if (areNumbers) return SYMBOL_BETWEEN.test(gap) || TIMES.test(gap)
  if (gap === '/') return before.text.length < MIN_OTHER || atom.text.length < MIN_OTHER
  return APOSTROPHE.test(gap) && !before.isNumber && !isNumber
}

function isThousand(before: Atom, { isNumber, text, gap }: Atom, { thousands }: Spelling): boolean {
  if (!before.isNumber || !isNumber || text.length !== THOUSAND || before.text.length > THOUSAND) return false
  const isFirst = !/^[.,:/]$/.test(before.gap) || before.gap === thousands
  return isFirst && (SPACE.test(gap) || gap === thousands)
}

/** A number or a word of several atoms: "5 999", "on-line". */
interface Unit {
  atoms: Atom[]
  text: string
}

/** Adds each atom, each unit of several, and units with symbols between them: "AT&T", "3,5". */
function addTokens(tokens: Token[], compound: readonly Atom[], spelling: Spelling): void {
  const [only] = compound
  if (only && compound.length === 1 && only.symbolBefore === '' && only.symbolAfter === '') {
    tokens.push({ text: only.text, start: only.start, end: only.end })
    return
  }
  const start = only?.start
  const add = (text: string, from: Atom, to: Atom, isWhole: boolean): void => {
    tokens.push({
      ...{ text, start: from.start - (isWhole ? from.symbolBefore.length : 0), end: to.end },
      isJoined: isWhole || from.start !== start || undefined,
      isWhole: isWhole || undefined,
    })
  }
  let run: Unit[] = []
  const addRun = (): void => {
    const [from, to] = [run[0]?.atoms[0], run.at(-1)?.atoms.at(-1)]
    if (from && to && run.length > 1 && run.length <= MAX_PARTS) add(textOfRun(run), from, to, true)
    run = []
  }
  for (const unit of unitsOf(compound, spelling)) {
    const [first] = unit.atoms
    const last = unit.atoms.at(-1)
    if (!first || !last) continue
    if (!SYMBOL_BETWEEN.test(first.gap)) addRun()
    for (const atom of unit.atoms) {
      const { text, symbolBefore, symbolAfter } = atom
      // One letter with its symbol is a name; a longer word counts without it too.
      const isName = symbolAfter !== '' && text.length === 1
      add(isName ? text + symbolAfter : text, atom, atom, false)
      if (symbolBefore !== '' || (symbolAfter !== '' && !isName))
        add(symbolBefore + text + symbolAfter, atom, atom, true)
    }
    if (unit.atoms.length > 1 && unit.atoms.length <= MAX_PARTS) add(unit.text, first, last, true)
    run.push(unit)
  }
  addRun()
}

function unitsOf(compound: readonly Atom[], spelling: Spelling): Unit[] {
  const units: Unit[] = []
  for (const atom of compound) {
    const unit = units.at(-1)
    const before = unit?.atoms.at(-1)
    const text = atom.text + (atom.text.length === 1 ? atom.symbolAfter : '')
    if (unit && before && isOneUnit(before, atom, spelling)) {
      unit.atoms.push(atom)
      unit.text += text
    } else units.push({ atoms: [atom], text })
  }
  return units
}

function isOneUnit(before: Atom, atom: Atom, spelling: Spelling): boolean {
  if (isThousand(before, atom, spelling)) return true
  return !before.isNumber && !atom.isNumber && (HYPHEN.test(atom.gap) || APOSTROPHE.test(atom.gap))
}

function textOfRun(run: readonly Unit[]): string {
  return run
    .map(({ atoms: [first], text }, at) => {
      const gap = at === 0 ? '' : (first?.gap ?? '')
      // A decimal comma is a point elsewhere.
      return (gap === ',' ? '.' : gap) + text
    })
    .join('')
}
