export interface SubscriptionTable {
  id: string
  key_id: string
  /** As sent by the caller. */
  url: string
  /** JSON list of event names. */
  events: string
  created_at: number
  disabled_at: number | null
  disabled_reason: string | null
  last_success_at: number | null
  /** The first failed attempt since the last success. */
  failing_since: number | null
  /** When the operator was last told of the failure. */
  warned_at: number | null
}

/** One event for one subscription. */
interface DeliveryTable {
  subscription_id: string
  event_id: string
  state: 'pending' | 'delivered' | 'failed'
  created_at: number
  /** The place in the schedule: how many attempts since the start or the last replay have ended. */
  step: number
  /** When it may be claimed next; during a lease, when that ends; null once it is finished. */
  due_at: number | null
  /** 1 during an attempt. */
  leased: number
  /** All attempts ever begun. The newest number is the fence: only its outcome counts. */
  attempts: number
  finished_at: number | null
}

export interface AttemptTable {
  subscription_id: string
  event_id: string
  number: number
  started_at: number
  finished_at: number | null
  /** Null during the attempt, or when its process died. */
  outcome: string | null
  status: number | null
  error: string | null
  /** The beginning of an answer that was not a success. */
  response: string | null
}

export interface WebhookTables {
  subscriptions: SubscriptionTable
  /** Removed subscriptions whose deliveries are still to be deleted. */
  removed_subscriptions: {
    id: string
  }
  /** Encrypted. There are several while a secret is rotated; the one without an end is the newest. */
  subscription_secrets: {
    subscription_id: string
    sealed: string
    created_at: number
    expires_at: number | null
  }
  /** One row: a known text sealed with the key, so that a wrong key is noticed. */
  secret_key_check: {
    id: number
    sealed: string
  }
  /** The answer to a request with an `Idempotency-Key`. It has a secret, so it is sealed. */
  idempotency_keys: {
    key_id: string
    name: string
    body_hash: string
    sealed: string
    created_at: number
  }
  events: {
    id: string
    type: string
    created_at: number
    body: string
    /** Type and key of the record that changed; null if a release before 2.0 wrote it while this one was running. */
    record: string | null
    /** Of that change; null for an event from before release 2.0. */
    revision: number | null
    /** 1 once every attempt sends exactly this body; before, its own pictures have no base URL. */
    final: number
  }
  deliveries: DeliveryTable
  attempts: AttemptTable
}
