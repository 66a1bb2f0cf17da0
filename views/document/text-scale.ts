export const TEXT_SIZE_KEY = 'text-size'
/** `views/styles/tokens.css` multiplies the sizes of an article's text by it. */
export const TEXT_SCALE = '--text-scale'

/**
 * Sets the text size before the text is parsed (AID-1), and notes a click that comes before the boot script. Inline
 * behind the buttons; the policy has the text's hash.
 */
export const readingScript = `document.currentScript.parentNode.onclick=function(e){this.clicked=e.target};try{const s=localStorage.getItem('${TEXT_SIZE_KEY}');s>1&&s<2&&document.documentElement.style.setProperty('${TEXT_SCALE}',s)}catch{}`
