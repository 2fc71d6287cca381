export interface SubscriptionTable {
  id: string
  key_id: string
  url: string
  events: string
  created_at: number
  disabled_at: number | null
  disabled_reason: string | null
  last_success_at: number | null
  /** Since the last success. */
  failing_since: number | null
  /** Of the last warning to the operator. */
  warned_at: number | null
}

interface DeliveryTable {
  subscription_id: string
  event_id: string
  state: 'pending' | 'delivered' | 'failed'
  created_at: number
  step: number
  /** Earliest claim; during a lease its end; null when finished. */
  due_at: number | null
  /** 1 during an attempt. */
  leased: number
  /** Attempts begun. Only the newest one's outcome counts. */
  attempts: number
  finished_at: number | null
}

export interface AttemptTable {
  subscription_id: string
  event_id: string
  number: number
  started_at: number
  finished_at: number | null
  /** Null while it runs, or if its process died. */
  outcome: string | null
  status: number | null
  error: string | null
  /** Of failed attempts, truncated. */
  response: string | null
}

export interface WebhookTables {
  subscriptions: SubscriptionTable
  /** Their deliveries still have to be deleted. */
  removed_subscriptions: {
    id: string
  }
  /** Encrypted; the newest has no end. */
  subscription_secrets: {
    subscription_id: string
    sealed: string
    created_at: number
    expires_at: number | null
  }
  secret_key_check: {
    id: number
    sealed: string
  }
  /** Encrypted: the response has a secret. */
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
    /** Type and key; null if written by a release before 2.0. */
    record: string | null
    revision: number | null
    /** 1 once every attempt sends exactly this body. */
    final: number
  }
  deliveries: DeliveryTable
  attempts: AttemptTable
}
