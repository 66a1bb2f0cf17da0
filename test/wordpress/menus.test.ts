import { join } from 'node:path'
import { z } from 'zod'
import { createWordPressClient } from '../../src/sources/wordpress/client.ts'
import { menuOf } from '../../src/sources/wordpress/menu.ts'
import { createBudget } from '../../src/sources/wordpress/rest-calls.ts'
import { ROOT } from '../support/root.ts'
import { describeEachWordPress } from './each-version.ts'
import type { Rest } from './rest.ts'
import { startWordPress, type WordPress } from './wordpress.ts'

const START_LIMIT_MS = 150_000
const LIMIT_MS = 10_000

/** Links by path: the site's origin is another one in each run. */
const NAVIGATION = `<!-- wp:navigation-link {"label":"Wiadomości","type":"category","kind":"taxonomy","url":"/category/wiadomosci/"} /-->
<!-- wp:navigation-submenu {"label":"Działy &amp; tematy","url":"https://inny.example/dzialy","kind":"custom"} --><!-- wp:navigation-link {"label":"Kultura","url":"https://inny.example/kultura","kind":"custom"} /--><!-- /wp:navigation-submenu -->
DRAFT`

const made = z.object({ password: z.string() })

async function newUser(rest: Rest, role: string): Promise<{ user: string; key: string }> {
  const user = `konto-${role}`
  const fields = { username: user, email: `${role}@gazeta.example`, password: crypto.randomUUID(), roles: [role] }
  const id = await rest.make('/users', fields)
  const { password } = made.parse(await rest.ask(`/users/${id}/application-passwords`, { name: 'portal' }))
  return { user, key: password }
}

describeEachWordPress('a menu of WordPress', ({ folder }) => {
  let wordpress: WordPress
  let users: Record<'administrator' | 'editor' | 'subscriber', { user: string; key: string }>

  beforeAll(async () => {
    wordpress = await startWordPress(folder, {
      key: 'menus-1',
      plugins: [join(ROOT, 'test/wordpress/php/menus.php')],
      async load(rest) {
        await rest.make('/categories', { name: 'Wiadomości', slug: 'wiadomosci' })
        const draft = await rest.make('/pages', { title: 'Tajna strona', slug: 'tajna', status: 'draft' })
        const link = `<!-- wp:navigation-link {"label":"Tajna strona","type":"page","id":${draft},"url":"/tajna","kind":"post-type"} /-->`
        await rest.make('/navigation', { title: 'Menu', status: 'publish', content: NAVIGATION.replace('DRAFT', link) })
      },
    })
    users = {
      administrator: { user: wordpress.user, key: wordpress.password },
      editor: await newUser(wordpress.rest, 'editor'),
      subscriber: await newUser(wordpress.rest, 'subscriber'),
    }
  }, START_LIMIT_MS)
  afterAll(() => wordpress?.close())

  const menuFor = (user: keyof typeof users) => {
    const client = createWordPressClient(wordpress.url, users[user], undefined)
    return menuOf(client, wordpress.url, createBudget('secondary', LIMIT_MS), false)
  }
  const NAVIGATION_ITEMS = [
    { title: 'Wiadomości', link: '/kategoria/wiadomosci' },
    {
      title: 'Działy & tematy',
      link: 'https://inny.example/dzialy',
      items: [{ title: 'Kultura', link: 'https://inny.example/kultura' }],
    },
  ]

  test('of a block theme is there with the key of any user, without links to drafts (SRC-33)', async () => {
    for (const user of ['administrator', 'editor', 'subscriber'] as const) {
      expect([user, await menuFor(user)]).toEqual([user, NAVIGATION_ITEMS])
    }
  })

  test('of a classic theme is there with the key of an editor; others get the navigation (SRC-33)', async () => {
    const { rest } = wordpress
    const menu = await rest.make('/menus', { name: 'Główne', locations: ['primary'] })
    const item = { menus: menu, status: 'publish', type: 'custom' }
    const parent = await rest.make('/menu-items', {
      ...item,
      title: 'Sport',
      url: 'https://inny.example/sport',
      menu_order: 1,
    })
    await rest.make('/menu-items', {
      ...item,
      title: 'Żużel',
      url: 'https://inny.example/zuzel',
      menu_order: 2,
      parent,
    })
    const classic = [
      {
        title: 'Sport',
        link: 'https://inny.example/sport',
        items: [{ title: 'Żużel', link: 'https://inny.example/zuzel' }],
      },
    ]
    expect(await menuFor('administrator')).toEqual(classic)
    expect(await menuFor('editor')).toEqual(classic)
    expect(await menuFor('subscriber')).toEqual(NAVIGATION_ITEMS)
  })
})
