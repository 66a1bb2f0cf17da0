/**
 * `npm run search:endings`: learns from the inflected forms of a spelling dictionary which ending of a Polish word leads to
 * the stem of its dictionary form, and writes src/search/words/polish-endings.ts (docs/decisions/066-search.md). Forms and
 * stems have no diacritics.
 */
import { readFile, writeFile } from 'node:fs/promises'

const DICTIONARY = new URL('../node_modules/dictionary-pl/', import.meta.url)
const OUTPUT = new URL('../src/search/words/polish-endings.ts', import.meta.url)
/** Forms of verbs that few readers search for, and that outnumber all others. */
const CONDITIONAL = /by(?:m|s|smy|scie)?$/
/** Letters of the longest ending. */
const MAX_ENDING = 12
/** Forms that a rule must correct, so that no rule stands for a single rare word. */
const MIN_GAIN = 4

const { forms, commands, names } = commandsOf(await formsOf())
const rules = []
learn(0, forms.length, 0, names.indexOf('0'))
const lines = rules.map(([ending, command]) => `${ending}:${command}`)
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

/** Every inflected form and its dictionary form: a noun's before an adjective's, and that before a verb's. */
async function formsOf() {
  const affixes = affixesOf(await readFile(new URL('index.aff', DICTIONARY), 'utf8'))
  const entries = (await readFile(new URL('index.dic', DICTIONARY), 'utf8')).split('\n').slice(1)
  const stems = new Map()
  for (const entry of entries) {
    const [word = '', flags = ''] = entry.split('/')
    if (!/^\p{L}{2,}$/u.test(word) || word.slice(1) !== word.slice(1).toLowerCase()) continue
    const base = word.toLowerCase()
    const rank = /[yi]$/.test(base) && /[XxYbc]/.test(flags) ? 1 : /ć$|c$/.test(base) && flags.length > 2 ? 2 : 0
    const stem = stemOf(fold(base), rank)
    for (const form of new Set([base, ...inflected(base, flags, affixes)])) {
      const folded = fold(form)
      if (rank === 2 && CONDITIONAL.test(folded)) continue
      const known = stems.get(folded)
      if (!known || rank < known.rank || (rank === known.rank && folded === fold(base)))
        stems.set(folded, { stem, rank })
    }
  }
  return stems
}

/** What is left of a dictionary form without the ending that differs between genders and between classes of verbs. */
function stemOf(lemma, rank) {
  const stem = rank === 2 ? lemma.replace(/(?:[aeiuy]|na)?c$/, '') : lemma.replace(/(?:i?[aeou]|[iy])$/, '')
  return stem.length < 2 ? lemma : stem
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

function inflected(base, flags, affixes) {
  return [...flags].flatMap((flag) =>
    (affixes.get(flag) ?? [])
      .filter(({ test }) => test.test(base))
      .map(({ strip, add }) => base.slice(0, base.length - strip) + add),
  )
}

function fold(word) {
  return word
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .replace(/ł/g, 'l')
}

/** Forms backwards and sorted, so that those with one ending stand together, and what leads to each dictionary form. */
function commandsOf(stems) {
  const list = [...stems]
    .filter(([form]) => /^[a-z]+$/.test(form))
    .map(([form, { stem }]) => {
      let same = 0
      while (same < form.length && form[same] === stem[same]) same++
      return [[...form].reverse().join(''), `${form.length - same}${stem.slice(same)}`]
    })
    .sort(([one], [other]) => (one < other ? -1 : 1))
  const ids = new Map()
  const commands = list.map(([, command]) => ids.get(command) ?? ids.set(command, ids.size).size - 1)
  return { forms: list.map(([form]) => form), commands, names: [...ids.keys()] }
}

/** @param inherited the command of the next shorter ending */
function learn(from, to, length, inherited) {
  const counts = new Map()
  for (let at = from; at < to; at++) counts.set(commands[at], (counts.get(commands[at]) ?? 0) + 1)
  let best = inherited
  for (const [command, count] of counts) {
    // A rule knows all letters that it removes.
    const isKnown = Number.parseInt(names[command], 10) <= length
    if (isKnown && count >= (counts.get(best) ?? 0) + MIN_GAIN) best = command
  }
  if (best !== inherited) rules.push([[...forms[from].slice(0, length)].reverse().join(''), names[best]])
  if (length === MAX_ENDING || (counts.get(best) ?? 0) + MIN_GAIN > to - from) return
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
