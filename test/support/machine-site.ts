import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type PortalProcess, startProcess } from './process.ts'

export interface MachineSite {
  portal: PortalProcess
  /** The site folder. */
  folder: string
  ask(
    service: string,
    path: string,
    headers?: Record<string, string>,
    method?: string,
  ): ReturnType<PortalProcess['ask']>
  /** Writes an article again. */
  write(service: string, body: string): Promise<void>
  close(): Promise<void>
}

export const MACHINE_ARTICLE = '/2026/11/most'

const articleFile = (body: string): string => `---
title: Most znów *otwarty*
lead: Po dwóch latach.
date: 2026-11-01T08:00
author: jan-testowy
category: ratusz
tags: []
---
${body}
`

/** A site whose services have these policies (the text of `crawlers` in YAML; none for an empty one), and an article each. */
export async function startMachineSite(
  policies: Readonly<Record<string, string>>,
  settings: Record<string, string> = {},
  body = '<!-- wp:paragraph -->\n<p>Kierowcy wrócili na most.</p>\n<!-- /wp:paragraph -->',
): Promise<MachineSite> {
  const names = Object.keys(policies)
  const root = await mkdtemp(join(tmpdir(), 'machines-'))
  const write = async (file: string, text: string): Promise<void> => {
    await mkdir(dirname(join(root, file)), { recursive: true })
    await writeFile(join(root, file), text)
  }
  await write(
    'site/group.yaml',
    `version: 1\nname: Gazety\nlanguage: pl\ntimeZone: Europe/Warsaw\ndefaultService: ${names[0]}\nservices: [${names.join(', ')}]\n`,
  )
  await mkdir(join(root, 'site/public'), { recursive: true })
  await write('newsroom/authors/jan-testowy.yaml', 'name: Jan Testowy\ndescription: Redakcja.\nsince: 2026-01-01\n')
  for (const [index, [name, policy]] of Object.entries(policies).entries()) {
    await write(
      `site/services/${name}.yaml`,
      `title: Gazeta ${name}
url: https://${name}.example
colours: { accent: "#8a1c1c", accentOnDark: "#ff9d9d" }
cms: { homeId: "${index + 1}" }
menu: [{ title: Ratusz, link: /kategoria/ratusz }]
seo: { title: Gazeta, description: Wiadomości z miasta. }
${policy === '' ? '' : `crawlers: ${policy}\n`}`,
    )
    await write(
      `newsroom/${name}/home.html`,
      `---\nid: ${index + 1}\nslug: glowna\ntitle: Miasto\n---\n<!-- wp:acf/big-posts {"posts":{"limit":4}} /-->\n`,
    )
    await write(
      `newsroom/${name}/terms.yaml`,
      'categories:\n  - { slug: ratusz, name: Ratusz }\n  - { slug: najnowsze, name: Najnowsze }\ntags: []\n',
    )
    await write(`newsroom/${name}/articles/most.html`, articleFile(body))
  }
  const portal = await startProcess({
    SITE_DIR: join(root, 'site'),
    NEWSROOM_DIR: join(root, 'newsroom'),
    ...settings,
  })
  await portal.ready()
  return {
    portal,
    folder: join(root, 'site'),
    ask: (service, path, headers = {}, method = 'GET') =>
      portal.ask(path, { method, headers: { host: `${service}.localhost`, ...headers } }),
    write: (service, text) => write(`newsroom/${service}/articles/most.html`, articleFile(text)),
    async close() {
      await portal.stop()
      await rm(root, { recursive: true, force: true })
    },
  }
}
