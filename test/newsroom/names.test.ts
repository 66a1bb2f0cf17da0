import { deskRoutes } from '../../src/features/desk/route-declarations.ts'
import { TakenNames } from '../../tools/newsroom/names.ts'

test("no imported page has the path of the desk, or of another page of the portal's own", () => {
  const names = new TakenNames()
  for (const path of [deskRoutes.desk.path, '/search', '/newsletter']) {
    expect(names.take(path.slice(1), 'pages')).toBe(`${path.slice(1)}-2`)
  }
  expect(names.take('kontakt', 'pages')).toBe('kontakt')
  expect(names.take('desk', 'akademia/articles')).toBe('desk')
})
