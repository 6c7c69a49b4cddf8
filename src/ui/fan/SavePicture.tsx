import { Button } from '../Button'
import { ImageIcon } from '../look/icons'
import { useAttempt } from '../useAttempt'
import type { PictureContent } from './drawPicture'

type Props = {
  fileName: string
  /** Read at the press. */
  content: () => PictureContent
  text: string
  /** Of what, where several stand on a page. */
  label?: string
}

/** Keeps a card or a code as a picture, for where neither the page nor a connection is at hand. */
export const SavePicture = ({ fileName, content, text, label }: Props) => {
  const attempt = useAttempt()
  const save = () =>
    attempt(async () => {
      const [{ drawPicture }, { savePicture }] = await Promise.all([import('./drawPicture'), import('../saveFile')])
      await savePicture(fileName, await drawPicture(content()))
    })
  return (
    <Button look="quiet" onClick={() => void save()} {...(label && { 'aria-label': `${text} ${label}` })}>
      <ImageIcon size={16} />
      {text}
    </Button>
  )
}
