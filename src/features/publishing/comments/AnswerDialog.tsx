import { useRef, useState } from 'react'
import { useRead, useWrite } from '#client/useOperation.ts'
import { useReader } from '#client/useReader.ts'
import { grouped } from '#kit/number.ts'
import { characters } from '#kit/text.ts'
import { Field } from '#ui/form/Field.tsx'
import { TextArea } from '#ui/form/TextInput.tsx'
import { AskDialog } from '#ui/overlay/AskDialog.tsx'
import { toast } from '#ui/overlay/Toaster.tsx'
import { LettersToSend } from '#ui/text/LettersToSend.tsx'
import { useAttempt } from '#ui/useAttempt.ts'
import { commentLength, comments, type StaffComment } from './contract'
import { Whole } from './ModerationDialogs'
import { commentAnswered } from './mails'
import { useCommentWords } from './words'

type Props = { ids: { tenantId: string; brandId: string }; comment: StaffComment; onClose: () => void }

/** The brand answers a comment; its author is told by mail. */
export const AnswerDialog = ({ ids, comment, onClose }: Props) => {
  const words = useCommentWords()
  const { origin } = useReader()
  const [content, setContent] = useState('')
  const [problem, setProblem] = useState('')
  const area = useRef<HTMLTextAreaElement>(null)
  const write = useWrite(comments.replyToComment, { refresh: [comments.getComments] })
  const { data: told } = useRead(comments.getReplyMail, { ...ids, commentId: comment.id })
  const attempt = useAttempt({ commentNotFound: words.answerGone, tooManyReplies: words.tooManyAnswers })
  const run = () => {
    const isTooLong = characters(content) > commentLength
    const wrong =
      content.trim() === '' ? words.answerEmpty : isTooLong ? words.answerTooLong(grouped(commentLength)) : ''
    setProblem(wrong)
    if (wrong) return area.current?.focus()
    return attempt(async () => {
      await write.mutateAsync({ ...ids, commentId: comment.id, content })
      toast({ tone: 'ok', title: words.answerDone })
      onClose()
    })
  }
  return (
    <AskDialog
      title={words.answerTitle}
      confirm={words.answerSend}
      busy={write.isPending}
      onClose={onClose}
      onConfirm={run}
    >
      <Whole comment={comment} />
      <Field
        label={words.answerLabel}
        max={commentLength}
        value={content}
        {...(told && { hint: words.answerHint(told.name) })}
        {...(problem && { error: problem })}
      >
        <TextArea
          ref={area}
          rows={5}
          value={content}
          onChange={(event) => {
            setContent(event.currentTarget.value)
            setProblem('')
          }}
        />
      </Field>
      {told && (
        <LettersToSend
          count={told.to ? 1 : 0}
          letters={
            told.to
              ? [
                  {
                    letter: commentAnswered({ origin, locale: told.to.locale, name: told.to.displayName }, told),
                    locale: told.to.locale,
                  },
                ]
              : []
          }
        />
      )}
    </AskDialog>
  )
}
