import { resolveMembers } from '../../../../src/features/newsletter/importing/import-list.ts'
import { type FormName, readMembers } from '../../../../src/features/newsletter/importing/members.ts'

const NOW = new Date('2026-03-03T12:00:00.000Z')

const read = (text: string, more: { file?: string; form?: FormName; confirmedBy?: string } = {}) =>
  readMembers(more.file ?? 'lista.csv', text, {
    form: more.form,
    list: 'post',
    confirmedBy: more.confirmedBy,
    now: NOW,
  })
const states = (...args: Parameters<typeof read>): string[] =>
  read(...args)?.members.map(({ email, state, at }) => `${email} ${state}${at === undefined ? '' : ` ${at}`}`) ?? []

describe('SUB-27: Mailchimp', () => {
  const HEADER = 'Email Address,OPTIN_TIME,CONFIRM_TIME,LAST_CHANGED,LEID,EUID'
  test('a double opt-in counts as confirmed, a single one, and a contact of the publisher, does not', () => {
    const rows = [
      HEADER,
      'dwa@poczta.example,2024-01-02 10:00:00,2024-01-02 10:05:00,,1,a',
      'raz@poczta.example,2024-01-02 10:00:00,2024-01-02 10:00:00,,2,b',
      'dodany@poczta.example,,2024-01-02 10:00:00,,3,c',
    ].join('\n')
    expect(states(rows, { file: 'subscribed_members_export.csv' })).toEqual([
      'dwa@poczta.example confirmed 2024-01-02T10:05:00.000Z',
      'raz@poczta.example unproven',
      'dodany@poczta.example unproven',
    ])
    expect(states(rows, { file: 'nonsubscribed_members_export.csv' }).join()).not.toContain('confirmed 2')
  })

  test.each([
    ['unsubscribed_members_export_1.csv', 'unsubscribe'],
    ['cleaned_members_export_1.csv', 'bounce'],
  ])('who is in %s gets no mail', (file, state) => {
    const rows = `${HEADER}\nola@poczta.example,2024-01-02 10:00:00,2024-01-02 10:05:00,2025-01-01 00:00:00,1,a`
    expect(states(rows, { file })).toEqual([`ola@poczta.example ${state} 2025-01-01T00:00:00.000Z`])
  })

  test('an unsubscription because of spam is a complaint', () => {
    const rows = `${HEADER},UNSUB_TIME,UNSUB_REASON\nola@poczta.example,,,,1,a,2025-01-01 00:00:00,SPAM (Spammy content)`
    expect(states(rows)).toEqual(['ola@poczta.example complaint 2025-01-01T00:00:00.000Z'])
  })
})

test('SUB-27: a member of Ghost confirmed by the link of the mail, unless the publisher imported them', () => {
  const header =
    'id,email,name,note,subscribed_to_emails,complimentary_plan,stripe_customer_id,created_at,deleted_at,labels,tiers'
  const row = (email: string, subscribed: string, labels = '', deleted = ''): string =>
    `1,${email},,,${subscribed},false,,2023-05-06T07:08:09.000Z,${deleted},${labels},`
  const rows = [
    header,
    row('a@poczta.example', 'true'),
    row('b@poczta.example', 'false'),
    row('c@poczta.example', 'true', '"vip,Import 2023-05-06 09:08"'),
    row('d@poczta.example', 'true', '', '2024-01-01T00:00:00.000Z'),
  ]
  expect(states(rows.join('\r\n'))).toEqual([
    'a@poczta.example confirmed 2023-05-06T07:08:09.000Z',
    'b@poczta.example unsubscribe',
    'c@poczta.example unproven',
    'd@poczta.example unproven',
  ])
})

test('SUB-27: a file of listmonk proves nothing by itself; the operator vouches for who is enabled', () => {
  const rows = [
    'uuid,email,name,attributes,status,created_at,updated_at',
    'u1,a@poczta.example,A,"{""x"": 1}",enabled,2022-03-04 05:06:07.123456 +0100 CET,2022-03-05 00:00:00 +0000 UTC',
    'u2,b@poczta.example,B,{},blocklisted,2022-03-04 05:06:07 +0000 UTC,2022-03-05 00:00:00 +0000 UTC',
    'u3,c@poczta.example,C,{},disabled,2022-03-04 05:06:07 +0000 UTC,2022-03-05 00:00:00 +0000 UTC',
  ].join('\n')
  expect(states(rows)).toEqual([
    'a@poczta.example unproven',
    'b@poczta.example complaint 2022-03-05T00:00:00.000Z',
    'c@poczta.example unsubscribe 2022-03-05T00:00:00.000Z',
  ])
  const vouched = read(rows, { confirmedBy: 'listmonk, lista 3, podwójne potwierdzenie' })
  expect(vouched?.members[0]).toMatchObject({
    state: 'confirmed',
    at: '2022-03-04T04:06:07.000Z',
    proof: 'listmonk, lista 3, podwójne potwierdzenie',
  })
  expect(vouched?.members.slice(1).map(({ state }) => state)).toEqual(['complaint', 'unsubscribe'])
})

test.each([
  ['Zapisany i potwierdzony', 'confirmed'],
  ['zapisany, niepotwierdzony', 'unproven'],
  ['Zapisany, bez weryfikacji', 'unproven'],
  ['Chęć wypisania', 'unsubscribe'],
  ['Wypisany ręcznie', 'unsubscribe'],
  ['Zapomniany RODO', 'unsubscribe'],
  ['Adres zablokowany', 'complaint'],
  ['Subscribed and confirmed', 'confirmed'],
  ['Address blocked', 'complaint'],
])('SUB-27: the status %s of SARE is %s', (status, state) => {
  const [member] =
    read(`E-mail;GSM;Status;Data dodania\nola@poczta.example;;"${status}";03.04.2021 12:00`)?.members ?? []
  expect(member?.state).toBe(state)
})

test('SUB-27: a list says who confirmed by a date alone; who is merely subscribed is left out', () => {
  const rows = [
    'Adres_E-mail,Status,Confirmed at,Created at',
    'a@poczta.example,active,2020-01-01,',
    'b@poczta.example,active,,2020-01-01',
    'c@poczta.example,confirmed,,2020-01-01',
    'd@poczta.example,confirmed,,',
  ]
  expect(states(rows.join('\n'))).toEqual([
    'a@poczta.example confirmed 2020-01-01T00:00:00.000Z',
    'b@poczta.example unproven',
    'c@poczta.example confirmed 2020-01-01T00:00:00.000Z',
    'd@poczta.example unproven',
  ])
  expect(states('ola@poczta.example\njan@poczta.example\n')).toEqual([
    'ola@poczta.example unproven',
    'jan@poczta.example unproven',
  ])
})

test('SUB-27: the export of this portal comes back whole, without the rows of other services', () => {
  const rows = [
    'email,service,group,status,created_at,confirmed_at,confirm_url,confirm_until,proof',
    '"a@poczta.example","post","1","confirmed","2025-01-01T00:00:00.000Z","2025-01-02T00:00:00.000Z","","","SARE: data potwierdzenia"',
    `"'+b@poczta.example","post","1","pending","2025-01-01T00:00:00.000Z","","https://x.example/","2025-01-08T00:00:00.000Z",""`,
    '"c@poczta.example","inny","1","confirmed","2025-01-01T00:00:00.000Z","2025-01-02T00:00:00.000Z","","",""',
  ].join('\r\n')
  expect(read(rows)).toMatchObject({ form: 'Szpalta', others: 1, flaws: [] })
  expect(read(rows)?.members).toEqual([
    expect.objectContaining({ email: 'a@poczta.example', state: 'confirmed', proof: 'SARE: data potwierdzenia' }),
    expect.objectContaining({ email: '+b@poczta.example', state: 'unproven' }),
  ])
})

test.each([
  ['a date of no calendar', 'email,confirmed at\na@poczta.example,31.02.2024'],
  ['a date that is ambiguous', 'email,confirmed at\na@poczta.example,03/04/2024'],
  ['a date to come', 'email,confirmed at\na@poczta.example,2031-01-01'],
  ['an unknown status', 'email,status,confirmed at\na@poczta.example,jakiś,2024-01-01'],
  ['no e-mail address', 'email,confirmed at\n,2024-01-01'],
  ['a hidden character', 'email,confirmed at\na\u200b@poczta.example,2024-01-01'],
  ['a NUL', 'email,confirmed at\na\0@poczta.example,2024-01-01'],
])('SUB-27: %s is a flaw of its line, and its words are not shown', (_name, text) => {
  const list = read(text)
  expect(list?.members).toEqual([])
  expect(list?.flaws.map(({ line }) => line)).toEqual([2])
  expect(list?.flaws[0]?.problem).not.toMatch(/poczta|jakiś/)
})

test('SUB-27: rows of one mailbox are one reader, and one that left is no reader in any spelling', () => {
  const rows = [
    'email,status,confirmed at',
    'jan.kowalski@gmail.com,active,2020-01-01',
    'jankowalski+x@googlemail.com,active,2021-01-01',
    'ola+news@poczta.example,active,2020-01-01',
    'OLA@poczta.example,unsubscribed,',
  ]
  const list = resolveMembers(read(rows.join('\n'))?.members ?? [])
  expect(list.confirmed.map(({ email }) => email)).toEqual(['jan.kowalski@gmail.com'])
  expect(list.suppressed.map(({ email, state }) => `${email} ${state}`)).toEqual([
    'ola+news@poczta.example unsubscribe',
    'OLA@poczta.example unsubscribe',
  ])
  expect(list.duplicates).toBe(2)
})

test.each([
  ['PRAWDA', 'FAŁSZ'],
  ['TRUE', 'FALSE'],
  ['1', '0'],
])('SUB-27: a list of Ghost that a spreadsheet has saved says %s and %s, and any other word is a flaw', (yes, no) => {
  const list = read(
    [
      'id;email;subscribed_to_emails;complimentary_plan;created_at;deleted_at;labels',
      `1;a@poczta.example;${yes};${no};2023-05-06 07:08;;`,
      `2;b@poczta.example;${no};${no};2023-05-06 07:08;;`,
      `3;c@poczta.example;może;${no};2023-05-06 07:08;;`,
      `4;d@poczta.example;;${no};2023-05-06 07:08;;`,
    ].join('\r\n'),
  )
  expect(list?.members.map(({ email, state }) => `${email} ${state}`)).toEqual([
    'a@poczta.example confirmed',
    'b@poczta.example unsubscribe',
  ])
  expect(list?.flaws.map(({ line }) => line)).toEqual([4, 5])
})

test('SUB-27: who is in a row that cannot be read is not mailed on the word of another one', () => {
  const list = read(
    [
      'email,status,confirmed_at,unsubscribed_at',
      'Ola@poczta.example,confirmed,2024-01-02,',
      'ola+wiadomosci@poczta.example,unsubscribed,,2/3/2025 10:00 PM',
      'jan@poczta.example,confirmed,2024-01-02,',
      'jan@poczta.example,odszedl,,',
      'ewa@poczta.example,confirmed,2024-01-02,',
    ].join('\n'),
  )
  expect(list?.flaws.map(({ line }) => line)).toEqual([3, 5])
  const { confirmed, suppressed, unproven, doubtful } = resolveMembers(list?.members ?? [], list?.doubtful)
  expect([confirmed.map(({ email }) => email), suppressed, unproven, doubtful]).toEqual([
    ['ewa@poczta.example'],
    [],
    0,
    2,
  ])
})
