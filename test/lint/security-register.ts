import { existsSync } from 'node:fs'
import { type Check, differences, type Fault, read, unless } from './project.ts'

const FILE = 'docs/security/asvs.md'

/** The number of items in each section at level 2, and which of its numbers are deleted or of level 3. */
const SECTIONS: Record<string, [last: number, ...without: number[]]> = {
  '1.1': [7],
  '1.2': [4],
  '1.4': [5, 2, 3],
  '1.5': [4],
  '1.6': [4],
  '1.7': [2],
  '1.8': [2],
  '1.9': [2],
  '1.10': [1],
  '1.11': [2],
  '1.12': [2, 1],
  '1.14': [6],
  '2.1': [12],
  '2.2': [3],
  '2.3': [3],
  '2.4': [5],
  '2.5': [7],
  '2.6': [3],
  '2.7': [6],
  '2.8': [7],
  '2.9': [3],
  '2.10': [4],
  '3.1': [1],
  '3.2': [4],
  '3.3': [4],
  '3.4': [5],
  '3.5': [3],
  '3.7': [1],
  '4.1': [5, 4],
  '4.2': [2],
  '4.3': [3],
  '5.1': [5],
  '5.2': [8],
  '5.3': [10],
  '5.4': [3],
  '5.5': [4],
  '6.1': [3],
  '6.2': [6],
  '6.3': [2],
  '6.4': [2],
  '7.1': [4],
  '7.2': [2],
  '7.3': [4, 2],
  '7.4': [3],
  '8.1': [4],
  '8.2': [3],
  '8.3': [8],
  '9.1': [3],
  '9.2': [4],
  '10.2': [2],
  '10.3': [3],
  '11.1': [8],
  '12.1': [3],
  '12.2': [1],
  '12.3': [6],
  '12.4': [2],
  '12.5': [2],
  '12.6': [1],
  '13.1': [5, 2],
  '13.2': [6, 4],
  '13.3': [2],
  '13.4': [2],
  '14.1': [4],
  '14.2': [6],
  '14.3': [3, 1],
  '14.4': [7],
  '14.5': [4],
}

const expectedItems = Object.entries(SECTIONS).flatMap(([section, [last, ...without]]) =>
  Array.from({ length: last }, (_, index) => index + 1)
    .filter((number) => !without.includes(number))
    .map((number) => `${section}.${number}`),
)

interface Row {
  line: number
  items: string[]
  state: string
  how: string
  test: string
}

/** `2.1.1–2.1.12, 2.2.1`: the items of a row. */
function itemsOf(cell: string): string[] {
  return cell.split(', ').flatMap((part) => {
    const [from = '', to] = part.split('–')
    if (to === undefined) return [from]
    const section = from.slice(0, from.lastIndexOf('.'))
    const [first, last] = [from, to].map((item) => Number(item.slice(item.lastIndexOf('.') + 1)))
    return Array.from({ length: (last ?? 0) - (first ?? 0) + 1 }, (_, index) => `${section}.${(first ?? 0) + index}`)
  })
}

const rows: Row[] = read(FILE)
  .split('\n')
  .map((line, index) => ({ line: index + 1, cells: line.split('|').map((cell) => cell.trim()) }))
  .filter(({ cells: [before, items] }) => before === '' && /^\d/.test(items ?? ''))
  .map(({ line, cells: [, items = '', , state = '', how = '', test = ''] }) => ({
    line,
    items: itemsOf(items),
    state,
    how,
    test,
  }))

function rowFaults(): Fault[] {
  const items = rows.flatMap((row) => row.items)
  return [
    ...differences(FILE, items, expectedItems),
    ...unless(new Set(items).size === items.length, FILE, 'an item is there twice'),
    ...rows.flatMap(({ line, state, how, test }) => {
      if (!['met', 'n/a', 'not met'].includes(state)) return [{ file: FILE, line, problem: `"${state}" is no state` }]
      const isProved = (state === 'met' ? test : how) !== ''
      return isProved ? [] : [{ file: FILE, line, problem: state === 'met' ? 'without a test' : 'without a reason' }]
    }),
  ]
}

const IDS = / \([A-Z][A-Z0-9]*-\d[^()]*\)$/

/** Titles are string literals in the file; the ids of requirements after a title may differ. */
function isThere(test: string): boolean {
  const [file = '', title = ''] = test.split(/: (.*)/s, 2)
  if (title === '' || !existsSync(file)) return false
  const titles = [...read(file).matchAll(/(['"`])((?:\\.|(?!\1)[^\\\n])*)\1/g)].map(([, , written = '']) => written)
  return titles.some((written) => written.replace(IDS, '') === title.replace(IDS, ''))
}

/** Names of settings by the generated example of them. */
const settingNames = (): string[] =>
  [...read('.env.example').matchAll(/^#([A-Z0-9_]+)=/gm)].map(([, name = '']) => name)

const THREATS = 'docs/security/threat-model.md'
function unnamedThreats(): Fault[] {
  const names = settingNames()
    .filter((name) => /KEY|TOKEN|_URL|FILE|ACCOUNT|SHORTNAME/.test(name) && !/^(?:SERVICE|SITE)_URL/.test(name))
    .map((name) => (/^CMS_(?:URL|KEY|ADMIN_URL)_/.test(name) ? name.replace(/_[A-Z]+$/, '_{NAME}') : name))
    // An image CDN, which only browsers fetch from.
    .filter((name) => name !== 'CDN_URL')
  return [
    ...unless(names.length > 20, '.env.example', 'fewer than 20 such settings'),
    ...[...new Set(names)].flatMap((name) =>
      unless(read(THREATS).includes(`\`${name}\``), THREATS, `does not name ${name}`),
    ),
  ]
}

const SERVICE = 'deploy/systemd/szpalta.service'
const RIGHTS = [
  /^(?:User=(?!root$)\w+|DynamicUser=(?:true|yes))$/m,
  ...['NoNewPrivileges', 'PrivateTmp', 'ProtectHome'].map((line) => new RegExp(`^${line}=(?:true|yes)$`, 'm')),
  /^ProtectSystem=strict$/m,
]

export const REGISTER_CHECKS: Check[] = [
  { name: 'SEC-32: every level 2 item is in the register once, with a test or a reason', faults: rowFaults },
  {
    name: 'SEC-32: every test that the register names exists',
    faults: () =>
      rows
        .filter(({ test }) => test !== '' && !isThere(test))
        .map(({ line, test }) => ({ file: FILE, line, problem: `there is no ${test}` })),
  },
  {
    name: 'the threat model names every secret, every external service and every file that is written',
    faults: unnamedThreats,
  },
  {
    name: 'the systemd service has no rights that it does not need',
    faults: () => RIGHTS.flatMap((right) => unless(right.test(read(SERVICE)), SERVICE, `has no line ${right}`)),
  },
]
