/** Of the editor's entry, an Immutable map. */
interface SavedEntry {
  get(name: 'newRecord' | 'status'): unknown
}

export interface SaveEvent {
  entry: SavedEntry
}

interface HoldSettings {
  /** Shown and announced meanwhile. */
  words: string
  /** Texts go through a review, after whose first save the editor reads them again too. */
  hasReview: boolean
}

const EDITOR = 'nc-root'
const FORM = 'input:not([type=file]), textarea, [contenteditable=true]'
/** The form is never held longer. Milliseconds. */
const LONGEST = 20_000
const STYLE = {
  position: 'fixed',
  insetInline: '0',
  insetBlockStart: '0',
  zIndex: '10000',
  margin: '0',
  font: '16px/1.5 system-ui, sans-serif',
  textAlign: 'center',
  color: '#fff',
  background: '#1d3557',
}

/**
 * The editor reads a text again after its first save, and puts what it has read into the form: until then nothing can be
 * typed, because it would be lost (DESK-7).
 * @returns called before each save
 */
export function holdWhileSaved({ words, hasReview }: HoldSettings): (event: SaveEvent) => void {
  const status = document.createElement('p')
  status.setAttribute('role', 'status')
  Object.assign(status.style, STYLE)
  document.body.append(status)
  let release = (): void => {}

  const hold = (editor: HTMLElement, form: Element): void => {
    const { activeElement } = document
    const observer = new MutationObserver(() => {
      if (!form.isConnected && editor.querySelector(FORM)) release()
    })
    const timer = setTimeout(() => release(), LONGEST)
    // A save that fails is a rejection that the editor leaves alone.
    const failed = (): void => release()
    release = () => {
      release = () => {}
      observer.disconnect()
      clearTimeout(timer)
      removeEventListener('unhandledrejection', failed)
      editor.inert = false
      status.textContent = ''
      status.style.padding = '0'
      if (activeElement?.id) document.getElementById(activeElement.id)?.focus()
    }
    addEventListener('unhandledrejection', failed)
    observer.observe(editor, { childList: true, subtree: true })
    editor.inert = true
    status.textContent = words
    status.style.padding = '8px 16px'
  }

  return ({ entry }) => {
    const isReadAgain = entry.get('newRecord') === true || (hasReview && !entry.get('status'))
    const editor = document.getElementById(EDITOR)
    const form = editor?.querySelector(FORM)
    if (!isReadAgain || !editor || !form) return
    release()
    hold(editor, form)
  }
}
