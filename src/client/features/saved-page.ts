import { forgetFiles, noticeWithdrawn, type SavedArticle, savedArticles, unsave } from './saved.ts'

/** AID-5. */
export function showSaved(section: HTMLElement, words: Readonly<Record<string, string>>): void {
  const list = section.querySelector('ul')
  const empty = section.querySelector<HTMLElement>('[data-empty]')
  const status = section.querySelector('[role="status"]')
  if (!list || !empty || !status) return
  const show = (): void => {
    const articles = savedArticles()
    list.replaceChildren(...articles.map((article) => listItem(article, words, () => remove(article))))
    list.hidden = articles.length === 0
    empty.hidden = articles.length > 0
  }
  const remove = (article: SavedArticle): void => {
    const at = savedArticles().findIndex(({ path }) => path === article.path)
    unsave(article.path)
    show()
    status.textContent = words.removed ?? ''
    // The focus was on the removed item.
    const buttons = list.querySelectorAll('button')
    const next = buttons[Math.min(at, buttons.length - 1)] ?? document.querySelector<HTMLElement>('h1')
    next?.focus()
    forgetFiles([article]).catch(() => {})
  }
  const look = (): void => {
    noticeWithdrawn(show).catch(() => {})
  }
  show()
  look()
  addEventListener('storage', show)
  addEventListener('online', look)
  addEventListener('pageshow', ({ persisted }) => {
    show()
    if (persisted) look()
  })
}

function listItem(
  { path, title, isWithdrawn }: SavedArticle,
  { remove = '', withdrawn = '' }: Readonly<Record<string, string>>,
  onRemove: () => void,
): HTMLElement {
  const item = document.createElement('li')
  const name = isWithdrawn
    ? Object.assign(document.createElement('span'), { textContent: `${title} – ${withdrawn}` })
    : Object.assign(document.createElement('a'), { href: path, textContent: title })
  const button = Object.assign(document.createElement('button'), {
    type: 'button',
    className: 'button button-quiet',
    textContent: remove,
  })
  button.setAttribute('aria-label', `${remove}: ${title}`)
  button.addEventListener('click', onRemove)
  item.append(name, button)
  return item
}
