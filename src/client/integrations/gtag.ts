declare global {
  interface Window {
    dataLayer?: unknown[]
  }
}

/** A command to Google's libraries, before or after they have loaded. */
export const gtag: (...command: unknown[]) => void = function () {
  window.dataLayer ??= []
  // The libraries recognise a command by its `arguments` object.
  // biome-ignore lint/complexity/noArguments: they take nothing else
  window.dataLayer.push(arguments)
}
