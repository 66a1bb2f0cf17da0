import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { newsroomMenus } from '../../src/sources/embedded/menu.ts'
import { createServices, SERVICE_NAMES } from '../support/customer-site.ts'
import { temporaryFolder } from '../support/newsroom-import.ts'

test('a service has the menu of the newsroom folder; an invalid one is reported, and the default menu stays', async () => {
  const { path, remove } = await temporaryFolder()
  for (const [service, text] of [
    [
      'akademia',
      '- title: Nauka\n  link: /kategoria/nauka\n  items: [{ title: Fizyka, link: https://fizyka.example/ }]\n',
    ],
    ['post', '- title: Skrypt\n  link: javascript:alert(1)\n'],
    ['plus', '- title: Obcy\n  link: //obcy.example/\n'],
  ] as const) {
    await mkdir(join(path, service))
    await writeFile(join(path, service, 'menu.yaml'), text)
  }
  const problems: unknown[] = []
  const menus = await newsroomMenus(path, SERVICE_NAMES, (error) => problems.push(error))
  const services = createServices({}, menus)
  expect(services.akademia.menu).toEqual([
    { title: 'Nauka', link: '/kategoria/nauka', items: [{ title: 'Fizyka', link: 'https://fizyka.example/' }] },
  ])
  for (const name of ['post', 'plus', 'bizblog'] as const)
    expect(services[name].menu).toEqual(createServices()[name].menu)
  expect(problems.map((problem) => /\w+\/menu\.yaml/.exec(String(problem))?.[0])).toEqual([
    'post/menu.yaml',
    'plus/menu.yaml',
  ])
  await remove()
})
