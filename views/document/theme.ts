export type Theme = 'light' | 'dark'

/** Local storage key of the reader's choice. */
export const THEME_KEY = 'theme'

/**
 * Sets the stored theme, else the system's, before the first paint (THEME-1), and once more when a document rendered in
 * advance is shown. It runs inline in the head.
 */
export const themeScript = `{const f=()=>{let t;try{t=localStorage.getItem('${THEME_KEY}')}catch(e){}document.documentElement.dataset.theme=t==='dark'||t==='light'?t:matchMedia('(prefers-color-scheme: dark)').matches?'dark':'light'};f();document.addEventListener('prerenderingchange',f)}`
