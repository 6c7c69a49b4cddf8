import { termsVersion } from '#club/applications/application.ts'
import { applications } from '#club/applications/contract.ts'
import { ask, newId, type Person } from './club'
import { completeForm } from './scene'

export const newSlug = () => newId('tenant').replace('tenant_', 's-').slice(0, 20)

export const draft = async (by: Person, form = completeForm(newSlug())) => {
  const { applicationId, updatedAt } = await ask(applications.saveTenantApplicationDraft, { form }, by)
  return { applicationId, updatedAt, form }
}
export const submit = async (by: Person, form = completeForm(newSlug())) => {
  const { applicationId } = await draft(by, form)
  await ask(applications.submitTenantApplication, { applicationId, form, agreedTermsVersion: termsVersion }, by)
  return { applicationId, form }
}
export const approval = (applicationId: string, brandSlugs: [string, string], changes = {}) => ({
  applicationId,
  tenantName: 'Hidamari Club',
  brandSlugs,
  email: 'aoi@example.test',
  ...changes,
})
export const rejection = (applicationId: string) => ({
  applicationId,
  reasonCode: 'other' as const,
  message: 'Not now.',
})
export const mine = async (by: Person, applicationId: string) => {
  const found = (await ask(applications.getMyTenantApplications, {}, by)).applications
  return found.find((application) => application.applicationId === applicationId)
}
export const slugStatus = async (slug: string, by: Person) =>
  (await ask(applications.checkBrandSlug, { slug }, by)).status
