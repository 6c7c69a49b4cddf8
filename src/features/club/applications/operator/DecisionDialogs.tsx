import { chakra } from '@chakra-ui/react'
import { type FormEvent, type ReactNode, useId } from 'react'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { z } from 'zod'
import { useWrite } from '#client/useOperation.ts'
import { useReader } from '#client/useReader.ts'
import type { FieldError } from '#kit/contract.ts'
import { text } from '#kit/text.ts'
import { Button } from '#ui/Button.tsx'
import { Field, Fields } from '#ui/form/Field.tsx'
import { useZodForm } from '#ui/form/state/useZodForm.ts'
import { Select, TextArea, TextInput } from '#ui/form/TextInput.tsx'
import { Dialog } from '#ui/overlay/Dialog.tsx'
import { toast } from '#ui/overlay/Toaster.tsx'
import { LettersToSend } from '#ui/text/LettersToSend.tsx'
import { useAttempt } from '#ui/useAttempt.ts'
import { useUiWords } from '#ui/words.tsx'
import { rejectionReasons } from '../application'
import { applications, decisionForm, messageLength } from '../contract'
import { applicationApproved, applicationRejected, changesRequested } from '../mails'
import { useApplicationWords } from '../words'
import { type Desk, deskReads } from './read'

type Props = { desk: Desk; onClose: () => void }

type FrameProps = {
  title: string
  confirm: string
  danger?: boolean
  busy: boolean
  onClose: () => void
  onSubmit: (event: FormEvent) => void
  children: ReactNode
}

const DecisionDialog = ({ title, confirm, danger, busy, onClose, onSubmit, children }: FrameProps) => {
  const { cancel } = useUiWords()
  const id = useId()
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      footer={
        <>
          <Button onClick={onClose}>{cancel}</Button>
          <Button look={danger ? 'danger' : 'primary'} type="submit" form={id} busy={busy}>
            {confirm}
          </Button>
        </>
      }
    >
      <form id={id} onSubmit={onSubmit} noValidate>
        <Fields>{children}</Fields>
      </form>
    </Dialog>
  )
}

/** Closes after a success; a refusal keeps what was written. */
const useDecide = (onClose: () => void) => {
  const { refusals } = useApplicationWords()
  const attempt = useAttempt(refusals)
  return async (
    decide: () => Promise<object>,
    done: string,
    showFailure: (fields: readonly FieldError[] | undefined) => number,
  ) => {
    await attempt(
      async () => {
        const answer = await decide()
        // The specification returns a refused decision as data, not as an error.
        if ('code' in answer) throw Object.assign(new Error(), { code: String(answer.code), requestId: '' })
        toast({ tone: 'ok', title: done })
        onClose()
      },
      { onFields: showFailure },
    )
  }
}

/** An applicant is greeted by no name: the address may be somebody else's. */
const useApplicant = ({ locale }: Desk['application']) => useReader({ locale, displayName: '' })

type ApproveValues = { tenantName: string; brandSlugs: [string, string]; email: string }

export const ApproveDialog = ({ desk: { application }, onClose }: Props) => {
  const { operator: words, rules } = useApplicationWords()
  const decide = useDecide(onClose)
  const approve = useWrite(applications.approvePendingTenant, { refresh: deskReads })
  const { tenantName, slugChoices } = application.form
  const form = useZodForm<ApproveValues>({
    schema: z.object(decisionForm),
    values: { tenantName, brandSlugs: slugChoices, email: application.applicantEmail },
    rules,
  })
  const { errors } = form.formState
  const reader = useApplicant(application)
  const submit = form.submit((values) =>
    decide(
      () => approve.mutateAsync({ applicationId: application.applicationId, ...values }),
      words.approved(values.tenantName),
      form.showFailure,
    ),
  )
  return (
    <DecisionDialog
      title={words.approveTitle(tenantName)}
      confirm={words.approve}
      busy={approve.isPending}
      onClose={onClose}
      onSubmit={submit}
    >
      <chakra.p color="muted" fontSize="0.875rem">
        {words.approveText}
      </chakra.p>
      <Field label={words.tenantName} required error={errors.tenantName?.message}>
        <TextInput {...form.register('tenantName')} />
      </Field>
      <Field label={words.slugs(1)} hint={words.slugsHint} required error={errors.brandSlugs?.[0]?.message}>
        <TextInput autoCapitalize="none" spellCheck={false} {...form.register('brandSlugs.0')} />
      </Field>
      <Field label={words.slugs(2)} required error={errors.brandSlugs?.[1]?.message}>
        <TextInput autoCapitalize="none" spellCheck={false} {...form.register('brandSlugs.1')} />
      </Field>
      <Field label={words.email} required error={errors.email?.message}>
        <TextInput type="email" {...form.register('email')} />
      </Field>
      <LettersToSend count={1} letters={[{ letter: applicationApproved(reader, 'toCome'), locale: reader.locale }]} />
    </DecisionDialog>
  )
}

const messageSchema = text({ min: 1, max: messageLength, lines: true })

export const ChangesDialog = ({ desk: { application }, onClose }: Props) => {
  const { operator: words } = useApplicationWords()
  const decide = useDecide(onClose)
  const write = useWrite(applications.requestApplicationChanges, { refresh: deskReads })
  const reader = useApplicant(application)
  const form = useZodForm<{ message: string }>({
    schema: z.object({ message: messageSchema }),
    values: { message: '' },
  })
  const submit = form.submit(({ message }) =>
    decide(
      () => write.mutateAsync({ applicationId: application.applicationId, message }),
      words.changesSent,
      form.showFailure,
    ),
  )
  return (
    <DecisionDialog
      title={words.changesTitle}
      confirm={words.requestChanges}
      busy={write.isPending}
      onClose={onClose}
      onSubmit={submit}
    >
      <MessageField
        label={words.message}
        hint={words.changesHint}
        input={form.register('message')}
        value={form.watch('message')}
        error={form.formState.errors.message?.message}
      />
      <LettersToSend
        count={application.applicantEmail === '' ? 0 : 1}
        letters={[{ letter: changesRequested(reader), locale: reader.locale }]}
      />
    </DecisionDialog>
  )
}

type RejectValues = { reasonCode: (typeof rejectionReasons)[number]; message: string }

export const RejectDialog = ({ desk: { application }, onClose }: Props) => {
  const { operator: words, reason } = useApplicationWords()
  const decide = useDecide(onClose)
  const reject = useWrite(applications.rejectPendingTenant, { refresh: deskReads })
  const reader = useApplicant(application)
  const form = useZodForm<RejectValues>({
    schema: z.object({ reasonCode: z.enum(rejectionReasons), message: messageSchema }),
    values: { reasonCode: 'incompleteProfile', message: '' },
  })
  const name = application.form.tenantName
  const submit = form.submit((values) =>
    decide(
      () => reject.mutateAsync({ applicationId: application.applicationId, ...values }),
      words.rejected(name),
      form.showFailure,
    ),
  )
  return (
    <DecisionDialog
      title={words.rejectTitle(name)}
      confirm={words.reject}
      danger
      busy={reject.isPending}
      onClose={onClose}
      onSubmit={submit}
    >
      <Field label={words.rejectReason}>
        <Select
          {...form.register('reasonCode')}
          options={rejectionReasons.map((value) => ({ value, label: reason[value] }))}
        />
      </Field>
      <MessageField
        label={words.rejectMessage}
        hint={words.rejectHint}
        input={form.register('message')}
        value={form.watch('message')}
        error={form.formState.errors.message?.message}
      />
      <LettersToSend
        count={application.applicantEmail === '' ? 0 : 1}
        letters={[{ letter: applicationRejected(reader), locale: reader.locale }]}
      />
    </DecisionDialog>
  )
}

type MessageProps = {
  input: UseFormRegisterReturn
  value: string
  error: string | undefined
  label: string
  hint: string
}

const MessageField = ({ input, ...field }: MessageProps) => (
  <Field required max={messageLength} {...field}>
    <TextArea rows={5} {...input} />
  </Field>
)
