import { appendFile, cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Release, runCommand } from './releases.ts'

/** A customer's folders, as they were with an earlier release; nobody but the customer changes the site and the newsroom. */
export interface Customer {
  folder: string
  host: string
  service: string
  /** Where it keeps what readers left. */
  files: { subscribers: string; push: string; pages: string }
  /** Settings of a process of the customer's. @param data folder of what the portal itself keeps; absent: the customer's */
  variables(more?: Record<string, string>, data?: string): Record<string, string>
  /** Says something to readers, from now on. */
  setBreaking(text: string): Promise<void>
  remove(): Promise<void>
}

const HOST = 'akademia.klient.example'
/** From so many articles on the words of a search outlive a process. */
const ARTICLES = 520
const HOUR = 3_600_000

const WORDS = ['klucz', 'portfel', 'kopia', 'blok', 'węzeł', 'opłata', 'giełda', 'podpis', 'hasło', 'sieć', 'kurs']
const word = (index: number): string => WORDS[index % WORDS.length] ?? ''

function article(index: number): string {
  const [month, day] = [1 + (index % 12), 1 + (index % 28)].map((part) => String(part).padStart(2, '0'))
  const words = Array.from({ length: 40 }, (_, at) => word(index * 7 + at * (1 + (index % 5)))).join(' ')
  return `---
title: ${word(index)} i ${word(index + 3)} numer ${index}
lead: Krótko o tym, co ma ${word(index + 5)}.
date: 2025-${month}-${day}T1${index % 10}:00
author: maja-lewandowicz
category: edukacja
tags: [${word(index)}]
---
<!-- wp:paragraph -->
<p>${words}.</p>
<!-- /wp:paragraph -->
`
}

/** What publishers change in a folder of theirs. */
const OWN_FILES: Readonly<Record<string, string>> = {
  'theme.css': ':root { --rule: 2px }\n',
  'messages/pl.yaml': 'footer:\n  social: Gazeta gdzie indziej\n',
  'redirects.csv': 'from,to,status\n/stary-adres,/kategoria/edukacja\n',
  'public/nagrania/znak.txt': 'plik klienta\n',
}

/** How a publisher began: with a group's folder as in this project, or with one that the command makes. */
export type Beginning = 'group' | 'new'

const BEGINNINGS: Readonly<Record<Beginning, { service: string; articles: number }>> = {
  group: { service: 'akademia', articles: ARTICLES },
  new: { service: 'gazeta', articles: 12 },
}

export async function createCustomer(release: Release, beginning: Beginning): Promise<Customer> {
  const folder = await mkdtemp(join(tmpdir(), 'customer-'))
  const { service, articles } = BEGINNINGS[beginning]
  const site = join(folder, 'site')
  const customer = customerIn(folder, service)
  const newsroom = join(site, 'newsroom')
  if (beginning === 'group') {
    await cp(join(release.root, 'sites/szpalta'), site, { recursive: true })
    await cp(join(release.root, 'newsroom'), newsroom, { recursive: true })
  } else {
    const words = [service, '--language', 'pl', '--title', 'Gazeta', '--folder', site]
    const { code, complaints } = await runCommand(release, 'new-site', words)
    if (code !== 0) throw new Error(complaints)
  }
  for (const [name, text] of Object.entries(OWN_FILES)) {
    await mkdir(join(site, name, '..'), { recursive: true })
    await appendFile(join(site, name), text)
  }
  for (let index = 0; index < articles; index++)
    await writeFile(join(newsroom, service, `articles/numer-${index}.html`), article(index))
  return customer
}

/** A customer whose folder is there. */
export function customerIn(folder: string, service: string): Customer {
  const site = join(folder, 'site')
  const fileIn = (data: string) => ({
    subscribers: join(data, 'subscribers.sqlite'),
    push: join(data, 'push.sqlite'),
    pages: join(data, 'pages.bin'),
  })
  const own = join(folder, 'data')
  return {
    folder,
    host: HOST,
    service,
    files: fileIn(own),
    variables(more = {}, data = own) {
      const { subscribers, push, pages } = fileIn(data)
      return {
        SITE_DIR: site,
        NEWSROOM_DIR: join(site, 'newsroom'),
        SERVICE: service,
        [`SERVICE_URL_${service.toUpperCase()}`]: `https://${HOST}`,
        SUBSCRIBERS_FILE: subscribers,
        PUSH_FILE: push,
        PAGE_CACHE_FILE: pages,
        ...more,
      }
    },
    async setBreaking(text) {
      const until = new Date(Date.now() + 5 * HOUR).toISOString()
      await writeFile(
        join(site, 'breaking.yaml'),
        `- { text: "${text}", link: "/kategoria/edukacja#${encodeURIComponent(text)}", until: "${until}" }\n`,
      )
    },
    remove: () => rm(folder, { recursive: true, force: true, maxRetries: 20 }),
  }
}
