export type Theme = 'light' | 'dark'

/** Key of the reader's choice in local storage. */
export const THEME_KEY = 'theme'

/**
 * Sets the theme before the first paint (decision 28): the stored choice, else the system's. Runs in the head, so it
 * is text; storage may be forbidden, and then the system's choice counts.
 */
export const themeScript = `try{var t=localStorage.getItem('${THEME_KEY}')}catch(e){}document.documentElement.dataset.theme=t==='dark'||t==='light'?t:matchMedia('(prefers-color-scheme: dark)').matches?'dark':'light'`
