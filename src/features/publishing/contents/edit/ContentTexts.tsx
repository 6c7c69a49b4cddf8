import { Card } from '#ui/Card.tsx'
import { EnglishTexts } from '#ui/form/EnglishTexts.tsx'
import { Field, Fields } from '#ui/form/Field.tsx'
import type { ZodForm } from '#ui/form/state/useZodForm.ts'
import { TextArea } from '#ui/form/TextInput.tsx'
import { contentDescriptionLength, contentNameLength, contentPreviewLength, inEnglish } from '../contract'
import { useContentWords } from '../words'
import type { ContentValues } from './values'

/** What everybody reads of a content, and its words in English: all of it optional, so it stands below the body. */
export const ContentTexts = ({ form }: { form: ZodForm<ContentValues> }) => {
  const words = useContentWords()
  const [description, preview, english, viewableBy] = form.watch(['description', 'preview', 'english', 'viewableBy'])
  const { errors } = form.formState
  const isPaid = viewableBy === 'paidUsers'
  return (
    <Card>
      <Fields>
        <Field
          label={words.form.description}
          hint={words.form.descriptionHint}
          error={errors.description?.message}
          optional
          max={contentDescriptionLength}
          value={description}
        >
          <TextArea rows={2} {...form.register('description')} />
        </Field>
        {isPaid && (
          <Field
            label={words.form.preview}
            hint={words.form.previewHint}
            error={errors.preview?.message}
            optional
            max={contentPreviewLength}
            value={preview}
          >
            <TextArea rows={3} {...form.register('preview')} />
          </Field>
        )}
        <EnglishTexts
          texts={[
            { name: 'name', label: words.form.name, max: contentNameLength },
            { name: 'description', label: words.form.description, max: inEnglish.description, rows: 2 },
            ...(isPaid
              ? [{ name: 'preview', label: words.form.preview, max: inEnglish.preview, rows: 3 } as const]
              : []),
          ]}
          given={english}
          errors={errors.english}
          register={(name) => form.register(`english.${name}`)}
        />
      </Fields>
    </Card>
  )
}
