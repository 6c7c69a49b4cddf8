import { expect, type Page } from '@playwright/test'

export const editorOf = (page: Page) => page.locator('.ProseMirror')

/** Marks the line before the cursor. The browser tells of a selection after the key, and the next key may come before that. */
export const markLine = async (page: Page, text: string) => {
  await page.keyboard.press('Shift+Home')
  const marked = () =>
    editorOf(page).evaluate((element) => {
      const { state } = (element as unknown as { editor: import('@tiptap/core').Editor }).editor
      return state.doc.textBetween(state.selection.from, state.selection.to)
    })
  await expect.poll(marked).toBe(text)
}

/**
 * Puts the cursor behind the last letter. A press sets it too, and the editor knows of neither before the browser has told: what is
 * typed meanwhile goes to its beginning.
 */
export const goToEnd = async (page: Page) => {
  await editorOf(page).click()
  const isAtEnd = async () => {
    await page.keyboard.press('Control+End')
    return editorOf(page).evaluate((element) => {
      const { state } = (element as unknown as { editor: import('@tiptap/core').Editor }).editor
      return state.selection.to === state.doc.content.size - 1
    })
  }
  await expect.poll(isAtEnd).toBe(true)
}

/** What the clipboard of another program holds, given to the editor as the browser gives it. */
type Clipboard = { html?: string; text?: string; rtf?: string; files?: Pixel[] }
export const paste = (page: Page, given: Clipboard) =>
  editorOf(page).evaluate((element, { html, text, rtf, files = [] }) => {
    const data = new DataTransfer()
    if (html !== undefined) data.setData('text/html', html)
    if (text !== undefined) data.setData('text/plain', text)
    if (rtf !== undefined) data.setData('text/rtf', rtf)
    for (const { name, type, bytes } of files) data.items.add(new File([new Uint8Array(bytes)], name, { type }))
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
  }, given)

type Pixel = { name: string; type: string; bytes: number[] }
/** Drops files at the middle of the editor. */
export const drop = (page: Page, files: Pixel[]) =>
  editorOf(page).evaluate((element, given) => {
    const data = new DataTransfer()
    for (const { name, type, bytes } of given) data.items.add(new File([new Uint8Array(bytes)], name, { type }))
    const { x, y, width, height } = element.getBoundingClientRect()
    const at = { clientX: x + width / 2, clientY: y + Math.min(height / 2, 60) }
    for (const name of ['dragenter', 'dragover', 'drop']) {
      element.dispatchEvent(new DragEvent(name, { ...at, dataTransfer: data, bubbles: true, cancelable: true }))
    }
  }, files)

/** The keys of a Japanese input method: what stands in the text while it is chosen, one after the other, then the word. */
export const compose = async (page: Page, steps: readonly string[], word: string) => {
  const session = await page.context().newCDPSession(page)
  for (const text of steps) {
    await session.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length })
  }
  await session.send('Input.insertText', { text: word })
  await session.detach()
}
