import { parseArgs } from 'node:util'

const OPTIONS = { site: 'string', wordpress: 'string', port: 'string', host: 'string', language: 'string' } as const

export type OwnOption = keyof typeof OPTIONS

export interface SplitArguments {
  own: Partial<Record<OwnOption, string>>
  rest: string[]
}

/**
 * Takes the options of `szpalta` itself from those of the command.
 * @param names those that the command has
 * @returns what is wrong, for the terminal
 */
export function splitArguments(args: readonly string[], names: readonly OwnOption[]): SplitArguments | string {
  const options = Object.fromEntries(names.map((name) => [name, { type: OPTIONS[name] }] as const))
  const { tokens } = parseArgs({ args: [...args], options, strict: false, allowPositionals: true, tokens: true })
  const own: SplitArguments['own'] = {}
  const taken = new Set<number>()
  for (const token of tokens) {
    if (token.kind !== 'option') continue
    const name = names.find((one) => one === token.name)
    if (name === undefined) continue
    if (!token.value || token.value.startsWith('-')) return `--${name} needs a value`
    own[name] = token.value
    taken.add(token.index)
    if (!token.inlineValue) taken.add(token.index + 1)
  }
  return { own, rest: args.filter((_, index) => !taken.has(index)) }
}
