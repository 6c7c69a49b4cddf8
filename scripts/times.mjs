// A reporter of Vitest: what each test file took, in milliseconds, as JSON into the file named by TEST_TIMES.
import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'

export default class Times {
  onTestRunEnd(modules) {
    const times = modules.map((module) => {
      const { environmentSetupDuration, prepareDuration, setupDuration, collectDuration, duration } =
        module.diagnostic()
      return {
        file: relative(process.cwd(), module.moduleId),
        start: environmentSetupDuration + prepareDuration + setupDuration,
        imports: collectDuration,
        tests: duration,
      }
    })
    if (process.env.TEST_TIMES) writeFileSync(process.env.TEST_TIMES, JSON.stringify(times))
  }
}
