/** Exports of five providers, in the columns that each documents, with flaws at known lines. */

export type Fate = 'confirmed' | 'suppressed' | 'unproven' | 'flawed' | 'duplicate'

export interface ProviderList {
  provider: string
  /** The names matter: Mailchimp says there who is in a file. */
  files: ReadonlyArray<{ name: string; bytes: Buffer; flaws: number[] }>
  /** By e-mail address; flawed rows have none. */
  fates: ReadonlyMap<string, Exclude<Fate, 'flawed' | 'duplicate'>>
  duplicates: number
}

interface Form {
  provider: string
  separator: string
  lineEnd: string
  encode(text: string): Buffer
  header: string
  file: string
  /** @returns cells */
  row(email: string, fate: 'confirmed' | 'suppressed' | 'unproven', index: number): string[]
}

/** Polish letters of Windows-1250. */
const LETTERS_1250: Readonly<Record<string, number>> = {
  ...{ ą: 0xb9, ć: 0xe6, ę: 0xea, ł: 0xb3, ń: 0xf1, ó: 0xf3, ś: 0x9c, ź: 0x9f, ż: 0xbf, Ł: 0xa3, Ś: 0x8c, Ż: 0xaf },
}

function windows1250(text: string): Buffer {
  return Buffer.from([...text].map((letter) => LETTERS_1250[letter] ?? letter.charCodeAt(0)))
}

const utf8 = (text: string): Buffer => Buffer.from(text)
const utf8WithMark = (text: string): Buffer => Buffer.from(`\ufeff${text}`)

const FORMS: readonly Form[] = [
  {
    provider: 'mailchimp',
    separator: ',',
    lineEnd: '\n',
    encode: utf8,
    file: 'subscribed_members_export_4ab.csv',
    header:
      '"Email Address","First Name","Last Name",MEMBER_RATING,OPTIN_TIME,OPTIN_IP,CONFIRM_TIME,CONFIRM_IP,LATITUDE,LONGITUDE,GMTOFF,DSTOFF,TIMEZONE,CC,REGION,LAST_CHANGED,LEID,EUID,NOTES,TAGS,UNSUB_TIME,CLEAN_TIME',
    row: (email, fate, index) => [
      ...[email, 'Łucja', '"Nowak, dr"', '2', '"2024-01-02 10:00:00"', '10.0.0.1'],
      fate === 'unproven' ? '"2024-01-02 10:00:00"' : '"2024-01-02 10:07:00"',
      ...['10.0.0.1', '', '', '', '', '', 'pl', '', '"2024-02-02 10:00:00"', String(index), 'ab12', '', '"""VIP"""'],
      fate === 'suppressed' && index % 2 === 0 ? '"2024-03-02 10:00:00"' : '',
      fate === 'suppressed' && index % 2 === 1 ? '"2024-03-02 10:00:00"' : '',
    ],
  },
  {
    provider: 'ghost',
    separator: ',',
    lineEnd: '\r\n',
    encode: utf8,
    file: 'members.csv',
    header:
      'id,email,name,note,subscribed_to_emails,complimentary_plan,stripe_customer_id,created_at,deleted_at,labels,tiers',
    row: (email, fate, index) => [
      ...[`6f${index}`, email, '"Jan ""Janek"" Żak"', index % 50 === 0 ? '"dwie\r\nlinie, i 5 cali"' : ''],
      ...[fate === 'suppressed' ? 'false' : 'true', 'false', '', '2023-05-06T07:08:09.000Z', ''],
      fate === 'unproven' ? '"Import 2023-05-06 09:08,vip"' : '',
      'free',
    ],
  },
  {
    provider: 'listmonk',
    separator: ',',
    lineEnd: '\n',
    encode: utf8WithMark,
    file: 'subscribers.csv',
    header: 'uuid,email,name,attributes,status,created_at,updated_at',
    row: (email, fate, index) => [
      `0b7e1f4e-0000-4000-8000-${String(index).padStart(12, '0')}`,
      ...[email, 'Żaneta', '"{""city"": ""Łódź""}"'],
      fate === 'suppressed' ? (index % 2 === 0 ? 'blocklisted' : 'disabled') : 'enabled',
      fate === 'unproven' ? '' : '2022-03-04 05:06:07.123456 +0000 UTC',
      '2022-03-05 05:06:07.123456 +0000 UTC',
    ],
  },
  {
    provider: 'sare',
    separator: ';',
    lineEnd: '\r\n',
    encode: windows1250,
    file: 'adresy.csv',
    header: 'Adres e-mail;Nazwa;GSM;Status;Data dodania;Data potwierdzenia;Komentarz',
    row: (email, fate, index) => [
      ...[email, '"Śliwa; Łukasz"', '+48600000000'],
      fate === 'confirmed'
        ? 'Zapisany i potwierdzony'
        : fate === 'unproven'
          ? 'Zapisany, niepotwierdzony'
          : index % 2 === 0
            ? 'Wypisany'
            : 'Adres zablokowany',
      '03.04.2021 12:00',
      fate === 'confirmed' ? '03.04.2021 12:05' : '',
      'źródło: formularz',
    ],
  },
  {
    provider: 'csv',
    separator: '\t',
    lineEnd: '\n',
    encode: utf8,
    file: 'lista.tsv',
    header: 'E-mail\tStatus\tConfirmed at\tUnsubscribed at',
    row: (email, fate, index) => [
      email,
      fate === 'suppressed' ? (index % 2 === 0 ? 'bounced' : 'complained') : 'active',
      fate === 'confirmed' ? '2020-01-01' : '',
      '',
    ],
  },
]

/** What a row can be broken by. */
const FLAWS: ReadonlyArray<(cells: string[], form: Form, at: { email: number; date: number }) => string[]> = [
  (cells, _form, { email }) => cells.with(email, 'to nie jest adres'),
  (cells, _form, { email }) => cells.with(email, ''),
  (cells) => cells.slice(0, -2),
  (cells, _form, { email }) => cells.with(email, 'ola@poczta'),
  (cells, _form, { email }) => cells.with(email, `"${cells[email] ?? ''}`),
  (cells) => [...cells, 'za dużo'],
  (cells, _form, { date }) => cells.with(date, '31.02.2024'),
  (cells, _form, { email }) => cells.with(email, `ola@${'poczta'.repeat(50)}.example`),
]

const DATE_COLUMNS: Readonly<Record<string, string>> = {
  mailchimp: 'CONFIRM_TIME',
  ghost: 'created_at',
  listmonk: 'created_at',
  sare: 'Data potwierdzenia',
  csv: 'Confirmed at',
}

/** @param rows of each provider, of which `flaws` cannot be read */
export function providerLists(rows: number, flaws: number): ProviderList[] {
  return FORMS.map((form) => listOf(form, rows, flaws))
}

function listOf(form: Form, rows: number, flaws: number): ProviderList {
  const names = form.header.split(form.separator).map((name) => name.replaceAll('"', ''))
  const at = {
    email: names.findIndex((name) => /e-?mail/i.test(name)),
    date: names.indexOf(DATE_COLUMNS[form.provider] ?? ''),
  }
  const fates = new Map<string, Exclude<Fate, 'flawed' | 'duplicate'>>()
  const every = Math.floor(rows / flaws)
  const lines = [form.header]
  const flawed: number[] = []
  let line = 1
  let duplicates = 0
  for (let index = 0; index < rows; index += 1) {
    const isFlawed = index % every === every - 1
    const isDuplicate = !isFlawed && index % 97 === 96
    const fate = index % 10 === 3 ? 'suppressed' : index % 10 === 6 ? 'unproven' : 'confirmed'
    const email = isDuplicate
      ? `${form.provider}.${0}+kopia${index}@poczta.example`
      : `${form.provider}.${index}@poczta.example`
    const good = form.row(email, isDuplicate ? 'confirmed' : fate, index)
    const cells = isFlawed ? (FLAWS[flawed.length % FLAWS.length]?.(good, form, at) ?? good) : good
    line += 1
    if (isFlawed) flawed.push(line)
    else if (isDuplicate) duplicates += 1
    else fates.set(email, fate)
    const text = cells.join(form.separator)
    lines.push(text)
    line += text.split('\n').length - 1
  }
  const bytes = form.encode(`${lines.join(form.lineEnd)}${form.lineEnd}`)
  return { provider: form.provider, files: [{ name: form.file, bytes, flaws: flawed }], fates, duplicates }
}
