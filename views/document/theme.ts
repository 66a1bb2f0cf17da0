export type Theme = 'light' | 'dark'

/** Local storage key of the reader's choice. */
export const THEME_KEY = 'theme'

/**
 * Sets the theme before the first paint (THEME-1): the stored choice, else the system's, also where storage is
 * forbidden. Text, because it runs inline in the head.
 */
export const themeScript = `try{var t=localStorage.getItem('${THEME_KEY}')}catch(e){}document.documentElement.dataset.theme=t==='dark'||t==='light'?t:matchMedia('(prefers-color-scheme: dark)').matches?'dark':'light'`
