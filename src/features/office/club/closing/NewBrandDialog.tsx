import { useRouter } from 'next/router'
import { z } from 'zod'
import { routes } from '#client/routes.ts'
import { useRead, useWrite } from '#client/useOperation.ts'
import { applications } from '#club/applications/contract.ts'
import { brandNameLength } from '#club/brands/contract.ts'
import { useTenantUser } from '#club/identity/session.tsx'
import { text } from '#kit/text.ts'
import { Button } from '#ui/Button.tsx'
import { Field, Fields } from '#ui/form/Field.tsx'
import { useZodForm } from '#ui/form/state/useZodForm.ts'
import { TextInput } from '#ui/form/TextInput.tsx'
import { Dialog } from '#ui/overlay/Dialog.tsx'
import { toast } from '#ui/overlay/Toaster.tsx'
import { useAttempt } from '#ui/useAttempt.ts'
import { useDebounced } from '#ui/useDebounced.ts'
import { useUiWords } from '#ui/words.tsx'
import { clubPage } from '../contract'
import { useTenantWords } from '../words'
import { closing } from './contract'

/** Adds a brand to the club; checks while typing whether its slug is available. */
export const NewBrandDialog = ({ tenantId, onClose }: { tenantId: string; onClose: () => void }) => {
  const { newBrand: words, refusals } = useTenantWords()
  const { cancel } = useUiWords()
  const router = useRouter()
  const attempt = useAttempt(refusals)
  const { refresh } = useTenantUser()
  const create = useWrite(closing.createBrand, { refresh: [clubPage.getTenant, closing.getClosing] })
  const form = useZodForm<{ name: string; slug: string }>({
    schema: z.object({ name: text({ min: 1, max: brandNameLength }), slug: z.string().min(1).max(30) }),
    values: { name: '', slug: '' },
  })
  const slug = useDebounced(form.watch('slug').trim())
  const isSlug = /^[a-z0-9-]{3,30}$/.test(slug)
  const status = useRead(applications.checkBrandSlug, isSlug ? { slug } : null).data?.status
  const problem = slug === '' || (!isSlug && slug.length < 3) ? null : !isSlug ? 'invalid' : status
  const wrong =
    problem === 'taken' ? words.taken : problem === 'reserved' || problem === 'invalid' ? words.invalid : undefined
  const send = form.submit(async (values) => {
    await attempt(
      async () => {
        const { brandId } = await create.mutateAsync({ tenantId, name: values.name, slug: values.slug.trim() })
        await refresh()
        toast({ tone: 'ok', title: words.created(values.name) })
        onClose()
        await router.push(routes.brand({ tenantId, brandId }))
      },
      { onFields: form.showFailure },
    )
  })
  return (
    <Dialog
      open
      onClose={create.isPending ? () => {} : onClose}
      title={words.title}
      size="s"
      footer={
        <>
          <Button onClick={onClose} disabled={create.isPending}>
            {cancel}
          </Button>
          <Button look="primary" type="submit" form="new-brand" busy={create.isPending} disabled={wrong !== undefined}>
            {words.submit}
          </Button>
        </>
      }
    >
      <form id="new-brand" onSubmit={send} noValidate>
        <Fields fontSize="0.875rem">
          <p>{words.lead}</p>
          <Field
            label={words.name}
            required
            max={brandNameLength}
            value={form.watch('name')}
            error={form.formState.errors.name?.message}
          >
            <TextInput data-autofocus autoComplete="off" {...form.register('name')} />
          </Field>
          <Field
            label={words.slug}
            required
            hint={problem === 'available' ? words.available : words.slugHint}
            error={wrong ?? form.formState.errors.slug?.message}
          >
            <TextInput autoComplete="off" autoCapitalize="none" spellCheck={false} {...form.register('slug')} />
          </Field>
        </Fields>
      </form>
    </Dialog>
  )
}
