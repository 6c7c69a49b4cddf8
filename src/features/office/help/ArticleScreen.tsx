import { chakra } from '@chakra-ui/react'
import { routes } from '#client/routes.ts'
import { useLocale } from '#client/words.tsx'
import { Surface } from '#ui/Card.tsx'
import { Link } from '#ui/Link.tsx'
import { Picture } from '#ui/Picture.tsx'
import { PlainPage } from '#ui/page/PlainPage.tsx'
import { articles, type Slug, slugs } from './articles'
import type { HelpText } from './articles.ja'
import { ArticleList } from './HelpScreen'
import { pictureSize } from './picture'
import { HelpWords, useHelpWords } from './words'

export type ArticleProps = { slug: Slug; text: HelpText }

/** One article of the help, with its picture. */
export const ArticleScreen = (props: ArticleProps) => (
  <HelpWords>
    <Article {...props} />
  </HelpWords>
)

const Article = ({ slug, text: { pictureAlt, sections } }: ArticleProps) => {
  const words = useHelpWords()
  const locale = useLocale()
  const { picture, ...article } = articles[slug]
  const { title, lead } = article[locale]
  const place = slugs.indexOf(slug)
  const others = [1, 2, 3].map((n) => slugs[(place + n) % slugs.length] as Slug)
  return (
    <PlainPage
      title={title}
      lead={lead}
      home={routes.home()}
      above={
        <chakra.p mb={3} fontSize="sm" color="accentText">
          <Link href={routes.help()}>{words.all}</Link>
        </chakra.p>
      }
    >
      <Surface as="div" p={{ base: 5, md: 8 }} display="grid" gap={7}>
        {picture && (
          <Picture
            loading="eager"
            src={`/help/${locale}/${picture}.webp`}
            alt={pictureAlt ?? ''}
            width={pictureSize.width}
            height={pictureSize.height}
            w="100%"
            h="auto"
            borderWidth="1px"
            borderColor="border"
            borderRadius="m"
          />
        )}
        {sections.map((section) => (
          <section key={section.title}>
            <chakra.h2 fontSize="lg" mb={2}>
              {section.title}
            </chakra.h2>
            {section.steps && (
              <chakra.ol listStyle="decimal" pl={6} display="grid" gap={2}>
                {section.steps.map((step) => (
                  <li key={step}>{step}</li>
                ))}
              </chakra.ol>
            )}
            {section.text?.map((paragraph) => (
              <chakra.p key={paragraph} mt={2}>
                {paragraph}
              </chakra.p>
            ))}
          </section>
        ))}
      </Surface>
      <chakra.h2 fontSize="lg" mt={8} mb={3}>
        {words.others}
      </chakra.h2>
      <ArticleList label={words.others} slugs={others} />
    </PlainPage>
  )
}
