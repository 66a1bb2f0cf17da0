/** What the core list needs of a browser, over whichever protocol it is driven. It has one page, with an empty profile. */
export interface CoreBrowser {
  /** Name and version, as the browser says them. */
  version: string
  /** Resolves once the page has loaded. */
  open(url: string): Promise<void>
  /** Runs a function of the page; it sees nothing around it but its arguments. */
  evaluate<T, A extends unknown[]>(run: (...values: A) => T | Promise<T>, ...values: A): Promise<T>
  /** Moves the pointer to the middle of the first such element and clicks. */
  click(selector: string): Promise<void>
  hover(selector: string): Promise<void>
  /** Presses the keys of a text, into what has the focus. */
  type(text: string): Promise<void>
  press(key: Key): Promise<void>
  resize(width: number, height: number): Promise<void>
  /** A PNG of the window. */
  screenshot(): Promise<Buffer>
  /** The page as a PDF; absent where the driver cannot. */
  print?(): Promise<Buffer>
  close(): Promise<void>
}

export type Key = 'Enter' | 'Escape' | 'Tab' | 'ArrowDown' | 'ArrowUp' | 'Backspace'

export interface StartOptions {
  /** URL of the HTTP proxy for everything but loopback. */
  proxy: URL
  /** What the system says that the reader prefers. */
  colorScheme?: 'light' | 'dark'
}
