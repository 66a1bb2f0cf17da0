export type Theme = 'light' | 'dark'

/** Local storage key of the reader's choice. */
export const THEME_KEY = 'theme'

/**
 * Sets the theme before the first paint (THEME-1): the stored choice, else the system's, also where storage is
 * forbidden. Once more when a document that was rendered in advance is shown: the choice may have changed meanwhile.
 * Text, because it runs inline in the head.
 */
export const themeScript = `{const f=()=>{let t;try{t=localStorage.getItem('${THEME_KEY}')}catch(e){}document.documentElement.dataset.theme=t==='dark'||t==='light'?t:matchMedia('(prefers-color-scheme: dark)').matches?'dark':'light'};f();document.addEventListener('prerenderingchange',f)}`
