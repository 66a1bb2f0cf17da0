/**
 * `npm run search:endings`: learns from the inflected forms of a spelling dictionary which ending of a Polish word leads to
 * the stem of its dictionary form, and writes src/search/words/polish-endings.ts (docs/decisions/066-search.md). Forms and
 * stems have no diacritics.
 */
import { readFile, writeFile } from 'node:fs/promises'

const DICTIONARY = new URL('../node_modules/dictionary-pl/', import.meta.url)
/** Words that the dictionary lacks, in its own form. */
const FURTHER_WORDS = new URL('polish-further-words.txt', import.meta.url)
const OUTPUT = new URL('../src/search/words/polish-endings.ts', import.meta.url)
/** Forms of verbs that few readers search for, and that outnumber all others. */
const CONDITIONAL = /by(?:m|s|smy|scie)?$/
/** Letters of the longest ending; the beginning of a word counts as one, "^". */
const MAX_ENDING = 12
/** What a rule must correct, so that none stands for a single rare word. */
const MIN_GAIN = 4
/** Flags of the dictionary for the forms of verbs; a word may be a noun as well. */
const VERB_FLAGS = /[BEFGHIJcdeghijkv]/
const ADJECTIVE_FLAGS = /[XYbxy]/
const NOUN_FLAGS = /[ADLMNOPQRSTUVWZfmnopqrstuwz]/
/** Which of the words with one form it is taken for, the least first. */
const [LISTED, OWN, NOUN, ADJECTIVE, NAME, VERB] = [0, 1, 2, 3, 4, 5]
/** Endings of nouns before which a consonant changes, and what stands there in the dictionary form. */
const ALTERNATIONS = [
  [/ści$/, ['st', 'sta']],
  [/ście$/, ['st', 'sto', 'sta']],
  [/ździe$/, ['zd', 'zda', 'zdo']],
  [/dze$/, ['ga', 'dza']],
  [/dzie$/, ['d', 'da', 'do']],
  [/dzi$/, ['d', 'dź']],
  [/c[ey]$/, ['ka', 'k']],
  [/sze$/, ['cha', 'ch']],
  [/rz[ey]$/, ['r', 'ra', 'ro']],
  [/ci(?:e|a)?$/, ['t', 'ta', 'to']],
  [/ćmi$/, ['ć', 't']],
  [/(?<=[sznmwbpf])ie$/, ['', 'a', 'o']],
  [/le$/, ['ł', 'ła', 'ło']],
  [/(?:[aąęiouy]|ów|om|em|ami|ach|owi|ie|i)?$/, ['', 'a', 'o']],
]
const VOWELS = [
  ['', ''],
  ['ie', 'ia'],
  ['e', 'a'],
  ['ę', 'ą'],
  ['ą', 'ę'],
  ['ó', 'o'],
  ['o', 'ó'],
  ['ie', 'ió'],
  ['ó', 'e'],
]
/** Letters of a stem: with fewer, the word is its own. */
const MIN_STEM = 3
/** Short nouns are the usual ones, and the irregular ones: a single form of theirs makes a rule. Letters. */
const SHORT = 7

const { forms, commands, weights, names } = commandsOf(await formsOf())
const rules = []
learn(0, forms.length, 0, names.indexOf('0'))
const lines = rules
  .filter(([ending]) => ending.length > MIN_STEM || !ending.startsWith('^'))
  .map(([ending, command]) => `${ending}:${command}`)
await writeFile(
  OUTPUT,
  `/**
 * Learned by build/polish-endings.mjs from dictionary-pl, which is available under the Mozilla Public License 2.0; this
 * file is under the same licence, https://mozilla.org/MPL/2.0/. Each rule is \`ending:letters to remove, letters to add\`.
 */
// biome-ignore format: one text is read faster than thousands of lines
export const POLISH_ENDINGS =
  '${lines.join(' ')}'
`,
)
process.stdout.write(`${forms.length} forms, ${rules.length} rules, ${accuracy().toFixed(3)} of the forms right\n`)

/** Every inflected form with the stem of its dictionary form: a noun's before an adjective's, and that before a verb's. */
async function formsOf() {
  const affixes = affixesOf(await readFile(new URL('index.aff', DICTIONARY), 'utf8'))
  const entries = (await readFile(new URL('index.dic', DICTIONARY), 'utf8')).split('\n').slice(1)
  const further = (await readFile(FURTHER_WORDS, 'utf8')).split('\n').filter((line) => /^\p{L}/u.test(line))
  const nouns = nounsOf(entries)
  /** By form: by stem, the best rank and how many words have it. */
  const candidates = new Map()
  for (const entry of [...entries, ...further]) {
    // "dnia=dzień": a form that no rule of the dictionary makes.
    const [form = '', written] = entry.trim().split('=')
    const [word = '', flags = ''] = form.split('/')
    if (!/^\p{L}{2,}$/u.test(word) || word.slice(1) !== word.slice(1).toLowerCase()) continue
    const base = word.toLowerCase()
    const irregular = written ?? (flags === '' ? nounOfIrregular(base, nouns) : undefined)
    if (irregular !== undefined) {
      const rank = written === undefined ? NOUN : LISTED
      add(candidates, fold(base), { stem: stemOf(fold(irregular), NOUN), rank, weight: MIN_GAIN })
      continue
    }
    const isName = base !== word
    const isInfinitive = /[ćc]$/.test(base)
    const isNoun = NOUN_FLAGS.test(flags)
    for (const [form, flag] of inflected(base, flags, affixes)) {
      const isOfVerb = isInfinitive && (flag === '' ? !isNoun : VERB_FLAGS.test(flag))
      const isAdjective = /[yi]$/.test(base) && ADJECTIVE_FLAGS.test(flags)
      const rank = isOfVerb ? VERB : isName ? NAME : isAdjective ? ADJECTIVE : NOUN
      const folded = fold(form)
      if (rank === VERB && CONDITIONAL.test(folded)) continue
      add(candidates, folded, {
        stem: stemOf(fold(base), rank),
        // A word that is its own dictionary form is that one.
        rank: flag === '' && rank === NOUN ? OWN : rank,
        weight: (rank === NOUN || rank === NAME) && base.length <= SHORT ? MIN_GAIN : 1,
      })
    }
  }
  return candidates
}

function add(candidates, form, { stem, rank, weight }) {
  const stems = candidates.get(form) ?? new Map()
  candidates.set(form, stems)
  const known = stems.get(stem) ?? { count: 0, rank, weight }
  stems.set(stem, { count: known.count + 1, rank: Math.min(known.rank, rank), weight: Math.max(known.weight, weight) })
}

function nounsOf(entries) {
  return new Set(
    entries.flatMap((entry) => {
      const [word = '', flags = ''] = entry.trim().split('/')
      return NOUN_FLAGS.test(flags) ? word.toLowerCase() : []
    }),
  )
}

/** The noun of a form that stands in the dictionary without one, as its consonants or vowels change. */
function nounOfIrregular(form, nouns) {
  for (const [ending, replacements] of ALTERNATIONS) {
    if (!ending.test(form)) continue
    for (const replacement of replacements) {
      const noun = form.replace(ending, replacement)
      for (const [vowels, other] of VOWELS) {
        // The last vowel before the ending.
        const changed = noun.replace(new RegExp(`${vowels}(?=[^aąeęioóuy]+[aeo]?$)`), other)
        if (changed !== form && nouns.has(changed)) return changed
      }
    }
  }
  return undefined
}

/** What is left of a dictionary form without the ending that differs between genders and between classes of verbs. */
function stemOf(lemma, rank) {
  const stem = rank === VERB ? lemma.replace(/(?:[aeiuy]|na)?c$/, '') : lemma.replace(/(?:i?[aeou]|[iy])$/, '')
  return stem.length < MIN_STEM ? lemma : stem
}

function affixesOf(text) {
  const affixes = new Map()
  for (const line of text.split('\n')) {
    const [, flag, strip, add, condition] = /^SFX (\S) +(\S+) +(\S+) +(\S+)/.exec(line) ?? []
    if (flag === undefined || condition === undefined) continue
    const rule = {
      strip: strip === '0' ? 0 : strip.length,
      add: add === '0' ? '' : add,
      test: new RegExp(`${condition}$`),
    }
    affixes.set(flag, [...(affixes.get(flag) ?? []), rule])
  }
  return affixes
}

/** Forms with the flag that makes them; the word itself has none. */
function inflected(base, flags, affixes) {
  const others = [...flags].flatMap((flag) =>
    (affixes.get(flag) ?? [])
      .filter(({ test }) => test.test(base))
      .map(({ strip, add }) => [base.slice(0, base.length - strip) + add, flag]),
  )
  return [[base, ''], ...others]
}

function fold(word) {
  return word
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .replace(/ł/g, 'l')
}

/** Forms backwards and sorted, so that those with one ending stand together, and what leads to each dictionary form. */
function commandsOf(candidates) {
  const list = [...candidates]
    .filter(([form]) => /^[a-z]+$/.test(form))
    .map(([form, stems]) => {
      const [[stem, { weight }]] = [...stems].sort(
        ([stem, one], [otherStem, other]) =>
          one.rank - other.rank || other.count - one.count || shared(otherStem, form) - shared(stem, form),
      )
      const same = shared(stem, form)
      return [[...`^${form}`].reverse().join(''), `${form.length - same}${stem.slice(same)}`, weight]
    })
    .sort(([one], [other]) => (one < other ? -1 : 1))
  const ids = new Map()
  const commands = list.map(([, command]) => ids.get(command) ?? ids.set(command, ids.size).size - 1)
  const weights = Uint8Array.from(list, ([, , weight]) => weight)
  return { forms: list.map(([reversed]) => reversed), commands, weights, names: [...ids.keys()] }
}

/** Letters that two words begin with. */
function shared(one, other) {
  let same = 0
  while (same < one.length && one[same] === other[same]) same++
  return same
}

/** @param inherited the command of the next shorter ending */
function learn(from, to, length, inherited) {
  const counts = new Map()
  let all = 0
  for (let at = from; at < to; at++) {
    counts.set(commands[at], (counts.get(commands[at]) ?? 0) + weights[at])
    all += weights[at]
  }
  let best = inherited
  for (const [command, count] of counts) {
    // A rule knows all letters that it removes.
    const isKnown = Number.parseInt(names[command], 10) <= length
    if (isKnown && count >= (counts.get(best) ?? 0) + MIN_GAIN) best = command
  }
  if (best !== inherited) rules.push([[...forms[from].slice(0, length)].reverse().join(''), names[best]])
  if (length === MAX_ENDING || (counts.get(best) ?? 0) + MIN_GAIN > all) return
  let start = from
  while (start < to && forms[start].length === length) start++
  for (let at = start; at < to; at = start) {
    const letter = forms[at][length]
    while (start < to && forms[start][length] === letter) start++
    learn(at, start, length + 1, best)
  }
}

function accuracy() {
  const known = new Map(rules)
  let right = 0
  for (const [at, form] of forms.entries()) {
    const word = [...form].reverse().join('')
    for (let length = Math.min(MAX_ENDING, word.length); length >= 0; length--) {
      const command = known.get(length === 0 ? '' : word.slice(-length)) ?? (length === 0 ? '0' : undefined)
      if (command === undefined) continue
      if (command === names[commands[at]]) right++
      break
    }
  }
  return right / forms.length
}
