import { useRef, useState } from 'react'

/**
 * A line that is written and sent. What is typed while it is on its way stays, and a press meanwhile sends that next. `send` answers
 * whether the text was taken; what was not taken stays in the line.
 */
export const useLine = (send: (text: string) => Promise<boolean>) => {
  const [text, setText] = useState('')
  const [isSending, setSending] = useState(false)
  const line = useRef({ text: '', isSending: false, isWanted: false }).current
  const write = (value: string) => {
    line.text = value
    setText(value)
  }
  const submit = async (): Promise<void> => {
    line.isWanted = true
    if (line.isSending) return
    line.isSending = true
    setSending(true)
    try {
      while (line.isWanted && line.text.trim() !== '') {
        line.isWanted = false
        const sent = line.text
        if (!(await send(sent.trim()))) break
        if (line.text === sent) write('')
      }
    } finally {
      Object.assign(line, { isSending: false, isWanted: false })
      setSending(false)
    }
  }
  return { text, write, submit, isSending }
}
