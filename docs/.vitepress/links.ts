import { existsSync } from 'node:fs'
import { join, posix, relative, sep } from 'node:path'
import type { MarkdownRenderer } from 'vitepress'
import { FROM_ELSEWHERE, LEADS_OUT, pagesByFile, ROOT, targetOf } from '../../development/documents/pages.ts'

type Token = ReturnType<MarkdownRenderer['parse']>[number]

interface Place {
  /** Of the document in the project. */
  file: string
  /** In the site, without a slash before it. */
  page: string
  pages: ReadonlyMap<string, string>
  repository: string | undefined
}

/**
 * Links work in the repository; for the site they are changed: to pages by their path there, to other files of the project in the
 * repository, and where its URL is not known they are plain words. What looks like HTML is text: no document has any.
 * @param repository URL of the repository's files, such as `https://git.example/szpalta/blob/main`
 */
export function siteLinks(markdown: MarkdownRenderer, repository: string | undefined): void {
  const pages = pagesByFile()
  const { escapeHtml } = markdown.utils
  /** A comment is for programs that read the file. */
  const asText = ({ content }: Token): string =>
    content.trimStart().startsWith('<!--') ? '' : shown(escapeHtml(content))
  markdown.renderer.rules.html_inline = (tokens, index) => asText(tokens[index])
  markdown.renderer.rules.html_block = (tokens, index) => asText(tokens[index])
  markdown.renderer.rules.text = (tokens, index) => shown(escapeHtml(tokens[index].content))
  markdown.core.ruler.push('site-links', ({ tokens, env }) => {
    // The generator also reads words that are no document.
    if (env.relativePath === undefined) return
    const place = { file: fileOf(env), page: env.relativePath, pages, repository }
    for (const { children } of tokens) if (children) changeInline(children, place)
  })
}

/** Two braces would be an expression of the site's generator. */
const shown = (html: string): string => html.replaceAll('{{', '&#123;&#123;')

function fileOf({ realPath, path, relativePath }: { realPath?: string; path: string; relativePath: string }): string {
  const [, name = ''] = /^project\/([^/]+)\.md$/.exec(relativePath) ?? []
  return (
    FROM_ELSEWHERE[name] ??
    relative(ROOT, realPath ?? path)
      .split(sep)
      .join('/')
  )
}

function changeInline(tokens: Token[], place: Place): void {
  const open: Token[] = []
  for (const token of tokens) {
    if (token.type === 'link_open') {
      changeLink(token, place)
      open.push(token)
    } else if (token.type === 'link_close') {
      if (open.pop()?.type === 'text') hide(token)
    } else if (token.type === 'image') changeImage(token, place)
  }
}

function changeLink(token: Token, { file, pages, repository }: Place): void {
  const href = token.attrGet('href') ?? ''
  if (LEADS_OUT.test(href)) return
  const { file: target, hash } = targetOf(file, href)
  const page = pages.get(target) ?? pages.get(`${target}/README.md`)
  const fragment = hash === undefined || target === 'README.md' ? '' : `#${hash}`
  if (page !== undefined) token.attrSet('href', target === file && fragment ? fragment : `${page}${fragment}`)
  else if (repository !== undefined) token.attrSet('href', `${repository}/${target}${fragment}`)
  else hide(token)
}

function changeImage(token: Token, { file, page }: Place): void {
  const source = token.attrGet('src') ?? ''
  if (LEADS_OUT.test(source)) return
  const { file: image } = targetOf(file, source)
  if (!existsSync(join(ROOT, image))) throw new Error(`${file}: there is no image ${image}`)
  const path = posix.relative(posix.join('docs', posix.dirname(page)), image)
  token.attrSet('src', path.startsWith('.') ? path : `./${path}`)
}

function hide(token: Token): void {
  token.type = 'text'
  token.tag = ''
  token.nesting = 0
  token.content = ''
}
