import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { LEADS_OUT, ROOT, targetOf } from '../../development/documents/pages.ts'
import { documentFiles, headingsOf, nodesIn, parsedDocument } from '../support/documents.ts'

interface Link {
  file: string
  line: number
  href: string
}

const documents = documentFiles()

function linksOf(file: string): Link[] {
  return [...nodesIn(parsedDocument(file))].flatMap((node) =>
    // "www." is taken for a link without a place.
    node.position && (node.type === 'link' || node.type === 'image' || node.type === 'definition')
      ? [{ file, line: node.position.start.line, href: node.url }]
      : [],
  )
}

const links = documents.flatMap(linksOf)
const inner = links.filter(({ href }) => !LEADS_OUT.test(href))

function problemOf({ file, href }: Link): string | undefined {
  if (href.startsWith('/')) return 'is a path of the site, and leads nowhere in the repository'
  const target = targetOf(file, href)
  const path = join(ROOT, target.file)
  if (target.file.startsWith('..') || !existsSync(path)) return `there is no ${target.file}`
  if (target.hash === undefined) return undefined
  if (statSync(path).isDirectory() || !target.file.endsWith('.md')) return `${target.file} has no headings`
  return headingsOf(target.file).has(target.hash) ? undefined : `${target.file} has no heading #${target.hash}`
}

test('no link of the documents leads nowhere: to documents, files of the project and headings (DOC-1)', () => {
  expect(inner.length).toBeGreaterThan(100)
  const dead = inner.flatMap((link) => {
    const problem = problemOf(link)
    return problem === undefined ? [] : [`${link.file}:${link.line}: ${link.href}: ${problem}`]
  })
  expect(dead).toEqual([])
})

test('links to elsewhere are https, and none is a machine of nobody (DOC-1)', () => {
  const outer = links.filter(({ href }) => LEADS_OUT.test(href) && !href.startsWith('mailto:'))
  expect(outer.length).toBeGreaterThan(10)
  const wrong = outer.filter(({ href }) => {
    const { protocol, hostname } = new URL(href)
    return !/(?:^|\.)localhost$/.test(hostname) && (protocol !== 'https:' || !hostname.includes('.'))
  })
  expect(wrong).toEqual([])
})

test('a link that leads nowhere is one', () => {
  const link = (href: string): Link => ({ file: 'docs/handbook.md', line: 1, href })
  expect(problemOf(link('figures.md'))).toMatch(/there is no docs\/figures\.md/)
  expect(problemOf(link('#no-such-heading'))).toMatch(/no heading/)
  expect(problemOf(link('../../elsewhere.md'))).toMatch(/there is no/)
  expect(problemOf(link('/handbook'))).toMatch(/leads nowhere/)
  expect(problemOf(link('#alarms'))).toBeUndefined()
})
