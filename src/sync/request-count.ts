import type { ServiceRead } from './service/service-read.ts'

/** Counts what readings ask of a service. */
export class RequestCount {
  requests = 0;

  *of<Value>(reading: ServiceRead<Value>): ServiceRead<Value> {
    let step = reading.next()
    while (!step.done) {
      this.requests += step.value.filter((part) => !('perform' in part)).length
      step = reading.next(yield step.value)
    }
    return step.value
  }
}
