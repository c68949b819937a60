// @ts-nocheck
/**
 * PIX cashout
 * 3.0.0
 * DO NOT MODIFY - This file has been generated using oazapfts.
 * See https://www.npmjs.com/package/oazapfts
 */
import * as Oazapfts from "@oazapfts/runtime";
import * as QS from "@oazapfts/runtime/query";
export const defaults: Oazapfts.Defaults<Oazapfts.CustomHeaders> = {
    headers: {},
    baseUrl: "http://localhost:3000"
};
const oazapfts = Oazapfts.runtime(defaults);
export const servers = {
    server1: "http://localhost:3000"
};
export type Amount = string | number;
export type CreateCashout = {
    /** Branch of the account, four digits. */
    source_account_branch_identifier: string;
    /** Number of the account, check digit included, digits only. */
    source_account_number: string;
    /** In reais, greater than 0, with at most two decimal places. A string keeps a client from rounding it, and from an exponent, which is refused. */
    amount: Amount;
    /** Free text of yours, shown with the transaction and on the statement. */
    tag?: string | null;
    /** PIX key of the recipient: e-mail, phone (+55…), CPF or CNPJ (digits only), or random key. */
    key: string;
};
export type Cashout = {
    /** Always true: a refusal has it false. */
    worked: boolean;
    /** The transaction; what a later call is about. */
    id: number;
    /** The same as id. */
    transaction_id: number;
    /** Code of the settled transfer; null until it has succeeded. */
    code_transaction: string | null;
    /** Where it is. SUCCESS, ERROR, CANCELLED and REFUNDED are ends; a SUCCESS may still become REFUNDED. */
    status: "NEW" | "PROCESSING" | "SUCCESS" | "ERROR" | "CANCELLED" | "REFUNDED";
    /** In reais. */
    amount: number;
    /** In reais; 0 for PIX. */
    fee: number;
    /** PIX key of the recipient; null where bank details or a code were given. */
    key: string | null;
    /** As it was given. Without one, empty on create and null elsewhere. */
    tag: string | null;
    /** Number of the paying account. The name is misspelt in the contract. */
    from_accout: string;
    /** ISPB of the recipient’s institution. */
    recipient_instution: string | null;
    /** Name of the recipient’s institution, once the transfer has succeeded. */
    recipient_instution_name: string | null;
    /** Account of the recipient. */
    recipient_account_id: string | null;
    /** Branch of the recipient. */
    recipient_branch_id: string | null;
    /** CPF or CNPJ; masked where the directory told it. */
    recipient_legal_id: string | null;
    /** As given, or as the directory has it once the transfer has succeeded. */
    recipient_name: string | null;
    /** Kind of account, in the words that this call has for it. */
    recipient_account_type: string | null;
    /** Id of the operation, once the transfer has succeeded. */
    operationUuid: string | null;
    /** The idempotency-key header of the call that created it, in lower case. */
    idempotency_key: string | null;
    /** Why it failed, was cancelled or came back. The name is misspelt in the contract. */
    erro_descriptor: string | null;
    /** The reason code of it. */
    new_erro_descriptor: string | null;
};
export type Refusal = {
    worked: boolean;
    detail: string;
    message: string;
    data: unknown;
    errors?: {
        field: string;
        message: string;
    }[];
    error?: string;
    error_description?: string;
};
export type CreateCashoutManual = {
    /** Branch of the account, four digits. */
    source_account_branch_identifier: string;
    /** Number of the account, check digit included, digits only. */
    source_account_number: string;
    /** In reais, greater than 0, with at most two decimal places. A string keeps a client from rounding it, and from an exponent, which is refused. */
    amount: Amount;
    /** Free text of yours, shown with the transaction and on the statement. */
    tag?: string | null;
    /** Branch of the recipient, without its check digit. */
    recipient_account_branch: string;
    /** Check digit of the branch, if it has one. */
    recipient_account_branch_digit?: string | null;
    /** Account number of the recipient, without its check digit. */
    recipient_account_number: string;
    /** Check digit of the account number. */
    recipient_account_number_digit: string;
    /** Kind of account. */
    recipient_account_type: "CURRENT_ACCOUNT" | "PAYMENT_ACCOUNT" | "SAVING_ACCOUNT";
    /** Always Movement. */
    recipient_account_model: "Movement";
    /** Name of the recipient. */
    recipient_name: string;
    /** CPF or CNPJ of the recipient, digits only. */
    recipient_legal_id: string;
    /** ISPB of the recipient’s institution, eight digits. The name is misspelt in the contract. */
    recipient_instution: string;
};
export type CopyAndPasteTransfer = {
    /** Branch of the account, four digits. */
    source_account_branch_identifier: string;
    /** Number of the account, check digit included, digits only. */
    source_account_number: string;
    /** In reais, greater than 0, with at most two decimal places. A string keeps a client from rounding it, and from an exponent, which is refused. */
    amount?: Amount | null;
    /** Free text of yours, shown with the transaction and on the statement. */
    tag?: string | null;
    /** The whole text of the QR code (BR Code), static or dynamic. */
    copy_and_paste: string;
};
export type ManualTransfer = {
    /** Branch of the account, four digits. */
    source_account_branch_identifier: string;
    /** Number of the account, check digit included, digits only. */
    source_account_number: string;
    /** In reais, greater than 0, with at most two decimal places. A string keeps a client from rounding it, and from an exponent, which is refused. */
    amount: Amount;
    /** Free text of yours, shown with the transaction and on the statement. */
    tag?: string | null;
    /** Branch of the recipient, without its check digit. */
    recipient_account_branch: string;
    /** Check digit of the branch, if it has one. */
    recipient_account_branch_digit?: string | null;
    /** Account number of the recipient, without its check digit. */
    recipient_account_number: string;
    /** Check digit of the account number. */
    recipient_account_number_digit: string;
    /** Kind of account. */
    recipient_account_type: "CURRENT_ACCOUNT" | "PAYMENT_ACCOUNT" | "SAVING_ACCOUNT";
    /** Always Movement. */
    recipient_account_model: "Movement";
    /** Name of the recipient. */
    recipient_name: string;
    /** CPF or CNPJ of the recipient, digits only. */
    recipient_legal_id: string;
    /** ISPB of the recipient’s institution, eight digits. The name is misspelt in the contract. */
    recipient_instution: string;
    /** One-time code of the user’s authenticator, six digits. Wrong, used or missing is a 401. */
    mfa_code?: string;
};
export type ApproveCashout = {
    /** The transaction to approve. */
    id: number;
};
export type EntryType = "PIX_CASHIN" | "PIX_CASHOUT" | "PIX_CASHIN_TAX" | "PIX_CASHOUT_TAX" | "PIX_CASHOUT_TAX_MED" | "PIX_CHARGEBACK" | "PIX_CHARGEBACK_REFUND" | "PIX_CASHOUT_REFUND" | "PIX_CREDIT_IN_ACCOUNT";
export type StatementItem = {
    /** Whether the money came or went. */
    credit_or_debit: "CREDIT" | "DEBIT";
    /** What kind of entry it is. */
    transaction_type: EntryType;
    /** In reais. */
    amount: number;
    /** Time of the entry in São Paulo, without a zone. */
    date_time: string;
    /** Time of the entry in UTC. */
    date_time_utc: string;
    /** End-to-end id of the payment or of its return. */
    identification: string | null;
    /** Code of the settled transfer. */
    code_transaction: string | null;
    /** Number of the entry: without gaps per account, from 1. */
    code: number;
    /** The QR code that was paid. */
    qr_code_id: number | null;
    /** The transaction. */
    transaction_id: number | null;
    /** The tag of the transaction. */
    tag_id: string | null;
    /** In reais, after this entry. */
    balance: number;
};
export type StatementPage = {
    /** Always true: a refusal has it false. */
    worked: boolean;
    /** Address of the next page; null on the last one. */
    next: string | null;
    /** Address of the page before; null on the first one. */
    previous: string | null;
    /** The rows of this page. */
    results: StatementItem[];
};
export type TokenRequest = {
    /** Always client_credentials. */
    grant_type: "client_credentials";
    /** The client, unless HTTP Basic says it. */
    client_id?: string;
    /** Its secret, unless HTTP Basic says it. */
    client_secret?: string;
};
export type Token = {
    /** Goes into the header Authorization, after Bearer. */
    access_token: string;
    /** Always Bearer. */
    token_type: "Bearer";
    /** Seconds it is good for. */
    expires_in: number;
};
export type PublicKey = {
    /** As in RFC 7517. */
    kty?: string;
    /** As in RFC 7517. */
    kid?: string;
    /** As in RFC 7517. */
    alg?: string;
    /** As in RFC 7517. */
    use?: string;
    /** As in RFC 7518. */
    crv?: string;
    /** As in RFC 7518. */
    x?: string;
    /** As in RFC 7518. */
    y?: string;
};
export type PublicKeys = {
    /** JSON Web Keys. */
    keys: PublicKey[];
};
export type ExactAmount = string | number;
export type ChargebackRequest = {
    /** The QR code that was paid. */
    qr_code_id: number;
    /** Why the money goes back. */
    information: string;
    /** In reais, exactly two decimal places, at most what is left of the code. */
    amount: ExactAmount;
};
export type Chargeback = {
    /** Always true: a refusal has it false. */
    worked: boolean;
    /** The chargeback. */
    id: number;
    /** End-to-end id of the refund; empty until the network has given one. */
    end_to_end_id: string;
    /** In reais. */
    amount: number;
    /** PENDING until the network has decided. */
    status: "PENDING" | "SUCCESS" | "REJECTED";
    /** In reais; 0 for PIX. */
    fee: number;
};
export type MedReturn = {
    /** End-to-end id of the return. */
    end_to_end_id: string;
    /** In reais. */
    amount: number;
    /** Why, in the network’s word. */
    nature: string | null;
    /** When it was settled. */
    datetime: string;
    /** Until when it may be contested; null where it may not. */
    contest_deadline: string | null;
};
export type ListedMedCase = {
    /** The case: the network’s id of the report. */
    id: string;
    /** Follows from the report: WAITING for an analysis, in it, or how it ended. */
    status: "WAITING" | "IN_ANALYSIS" | "ACCEPTED" | "REJECTED" | "CANCELLED";
    /** Why the payment was reported, in the network’s word. */
    reason: string;
    /** What is due next: ANALYSE, REQUEST_REFUND, EXECUTE_REFUND, CONTEST; null when nothing is. */
    next_duty: ("ANALYSE" | "REQUEST_REFUND" | "EXECUTE_REFUND" | "CONTEST" | null) | ("ANALYSE" | "REQUEST_REFUND" | "EXECUTE_REFUND" | "CONTEST" | null);
    /** Until when the next duty is due; null where the PSP does not say since when it is. */
    deadline: string | null;
    /** The network’s id of the report. */
    infraction_report_id: string;
    /** The report’s own status. */
    infraction_report_status: "OPEN" | "ACKNOWLEDGED" | "CLOSED" | "CANCELLED";
    /** When it was made. */
    infraction_report_creation_datetime: string;
    /** When it last changed. */
    infraction_report_last_modified_datetime: string;
    /** What kind of fraud is reported. */
    infraction_report_situation_type: string | null;
    /** In the reporter’s words. */
    infraction_report_details: string | null;
    /** In reais. */
    infraction_report_amount: number;
    /** Depth of the payment in the graph that is traced, as the directory counts. */
    transaction_depth: number | null;
    /** The recovery that the report is part of. */
    funds_recovery_id: string | null;
    /** How the analysis ended. */
    analysis_result: string | null;
    /** In the analyst’s words. */
    analysis_details: string | null;
    /** What was found. */
    fraud_type: string | null;
    /** Until when it has to be analysed: seven days after the report. */
    analysis_deadline: string;
    /** When the analysis ended, where the PSP says so. */
    analysis_datetime: string | null;
    /** ISPB of the institution that reported. */
    reporter_participant: string | null;
    /** The network’s id of the request for the money. */
    refund_id: string | null;
    /** The request’s status: OPEN, CLOSED or CANCELLED. */
    refund_status: string | null;
    /** When the money was asked for. */
    refund_creation_datetime: string | null;
    /** What is asked for, in reais. */
    refund_amount: number | null;
    /** What the PSP says has been sent, in reais. */
    refund_effective_amount: number | null;
    /** Why the money is not sent. */
    refund_rejection_reason: string | null;
    /** End-to-end id of the return, as the PSP tells it. */
    refund_end_to_end_id: string | null;
    /** What has gone back of the payment without your asking, in reais: the sum of returns. */
    refunded_amount: number;
    /** Those debits, oldest first. */
    returns: MedReturn[];
    /** End-to-end id of the payment in the PIX network. */
    end_to_end_id: string;
    /** The transaction. */
    transaction_id: number;
    /** Of the payment, in reais. */
    transaction_amount: number;
    /** When the payment was received. */
    transaction_datetime: string;
    /** The QR code that was paid. */
    qr_code_id: number | null;
    /** Name of the payer. */
    payer_name: string | null;
    /** CPF or CNPJ of the payer, masked. */
    payer_legal_id: string | null;
    /** Branch of the account, four digits. */
    account_branch_identifier: string;
    /** Number of the account, check digit included, digits only. */
    account_number: string;
    /** When it was recorded. */
    created_at: string;
    /** When it last changed. */
    updated_at: string;
};
export type MedCasePage = {
    /** Always true: a refusal has it false. */
    worked: boolean;
    /** Address of the next page; null on the last one. */
    next: string | null;
    /** Address of the page before; null on the first one. */
    previous: string | null;
    /** The rows of this page. */
    results: ListedMedCase[];
};
export type MedCase = {
    /** Always true: a refusal has it false. */
    worked: boolean;
    /** The case: the network’s id of the report. */
    id: string;
    /** Follows from the report: WAITING for an analysis, in it, or how it ended. */
    status: "WAITING" | "IN_ANALYSIS" | "ACCEPTED" | "REJECTED" | "CANCELLED";
    /** Why the payment was reported, in the network’s word. */
    reason: string;
    /** What is due next: ANALYSE, REQUEST_REFUND, EXECUTE_REFUND, CONTEST; null when nothing is. */
    next_duty: ("ANALYSE" | "REQUEST_REFUND" | "EXECUTE_REFUND" | "CONTEST" | null) | ("ANALYSE" | "REQUEST_REFUND" | "EXECUTE_REFUND" | "CONTEST" | null);
    /** Until when the next duty is due; null where the PSP does not say since when it is. */
    deadline: string | null;
    /** The network’s id of the report. */
    infraction_report_id: string;
    /** The report’s own status. */
    infraction_report_status: "OPEN" | "ACKNOWLEDGED" | "CLOSED" | "CANCELLED";
    /** When it was made. */
    infraction_report_creation_datetime: string;
    /** When it last changed. */
    infraction_report_last_modified_datetime: string;
    /** What kind of fraud is reported. */
    infraction_report_situation_type: string | null;
    /** In the reporter’s words. */
    infraction_report_details: string | null;
    /** In reais. */
    infraction_report_amount: number;
    /** Depth of the payment in the graph that is traced, as the directory counts. */
    transaction_depth: number | null;
    /** The recovery that the report is part of. */
    funds_recovery_id: string | null;
    /** How the analysis ended. */
    analysis_result: string | null;
    /** In the analyst’s words. */
    analysis_details: string | null;
    /** What was found. */
    fraud_type: string | null;
    /** Until when it has to be analysed: seven days after the report. */
    analysis_deadline: string;
    /** When the analysis ended, where the PSP says so. */
    analysis_datetime: string | null;
    /** ISPB of the institution that reported. */
    reporter_participant: string | null;
    /** The network’s id of the request for the money. */
    refund_id: string | null;
    /** The request’s status: OPEN, CLOSED or CANCELLED. */
    refund_status: string | null;
    /** When the money was asked for. */
    refund_creation_datetime: string | null;
    /** What is asked for, in reais. */
    refund_amount: number | null;
    /** What the PSP says has been sent, in reais. */
    refund_effective_amount: number | null;
    /** Why the money is not sent. */
    refund_rejection_reason: string | null;
    /** End-to-end id of the return, as the PSP tells it. */
    refund_end_to_end_id: string | null;
    /** What has gone back of the payment without your asking, in reais: the sum of returns. */
    refunded_amount: number;
    /** Those debits, oldest first. */
    returns: MedReturn[];
    /** End-to-end id of the payment in the PIX network. */
    end_to_end_id: string;
    /** The transaction. */
    transaction_id: number;
    /** Of the payment, in reais. */
    transaction_amount: number;
    /** When the payment was received. */
    transaction_datetime: string;
    /** The QR code that was paid. */
    qr_code_id: number | null;
    /** Name of the payer. */
    payer_name: string | null;
    /** CPF or CNPJ of the payer, masked. */
    payer_legal_id: string | null;
    /** Branch of the account, four digits. */
    account_branch_identifier: string;
    /** Number of the account, check digit included, digits only. */
    account_number: string;
    /** When it was recorded. */
    created_at: string;
    /** When it last changed. */
    updated_at: string;
};
export type HmacFinding = {
    /** In one word. */
    problem: "missing" | "upper_case" | "base64" | "prefixed" | "other_algorithm" | "not_a_digest" | "not_hmac" | "swapped" | "secret_decoded" | "secret_whitespace" | "trailing_newline" | "byte_order_mark" | "reserialised" | "charset" | "empty" | "encoded" | "wrong_secret";
    /** In words, with what to do. */
    advice: string;
};
export type HmacDiagnosis = {
    /** Always true: a refusal has it false. */
    worked: boolean;
    /** Whether a call with this signature is let in. */
    valid: boolean;
    /** What is wrong, or odd. */
    findings: HmacFinding[];
};
export type Webhook = {
    /** The webhook. */
    id: number;
    /** Where events are posted to: https, a public host. */
    url: string;
    /** Which events it gets. */
    type_webhook: "ALL" | "INTERNAL" | "INTERNAL APPROVE" | "INTEGRATION" | "CASHIN" | "CASHOUT" | "PIX_CASHOUT_CREATED" | "PIX_CASHOUT_SUCCESS";
    /** Sent with every delivery as the header authorization. */
    authorization_token: string | null;
    /** Sent with every delivery as the header x-functions-key. */
    x_functions_key: string | null;
    /** When it was registered. */
    created_at: string;
    /** When it last changed. */
    updated_at: string;
};
export type CreateWebhook = {
    /** Branch of the account, four digits. */
    source_account_branch_identifier: string;
    /** Number of the account, check digit included, digits only. */
    source_account_number: string;
    /** Where events are posted to: https, a public host. */
    url: string;
    /** Which events it gets. */
    type_webhook: "ALL" | "INTERNAL" | "INTERNAL APPROVE" | "INTEGRATION" | "CASHIN" | "CASHOUT" | "PIX_CASHOUT_CREATED" | "PIX_CASHOUT_SUCCESS";
    /** Sent with every delivery as the header authorization. */
    authorization_token?: string | null;
    /** Sent with every delivery as the header x-functions-key. */
    x_functions_key?: string | null;
};
export type NewWebhook = {
    /** Always true: a refusal has it false. */
    worked: boolean;
    /** The webhook. */
    id: number;
    /** Where events are posted to: https, a public host. */
    url: string;
    /** Which events it gets. */
    type_webhook: "ALL" | "INTERNAL" | "INTERNAL APPROVE" | "INTEGRATION" | "CASHIN" | "CASHOUT" | "PIX_CASHOUT_CREATED" | "PIX_CASHOUT_SUCCESS";
    /** Sent with every delivery as the header authorization. */
    authorization_token: string | null;
    /** Sent with every delivery as the header x-functions-key. */
    x_functions_key: string | null;
    /** When it was registered. */
    created_at: string;
    /** When it last changed. */
    updated_at: string;
    /** Signs the deliveries (Standard Webhooks). Shown once. */
    secret: string;
};
export type UpdateWebhook = {
    /** Where events are posted to: https, a public host. */
    url?: string;
    /** Which events it gets. */
    type_webhook?: "ALL" | "INTERNAL" | "INTERNAL APPROVE" | "INTEGRATION" | "CASHIN" | "CASHOUT" | "PIX_CASHOUT_CREATED" | "PIX_CASHOUT_SUCCESS";
    /** Sent with every delivery as the header authorization. */
    authorization_token?: string | null;
    /** Sent with every delivery as the header x-functions-key. */
    x_functions_key?: string | null;
    /** true: a new secret; the old one signs as well for a day. */
    rotate_secret?: boolean;
    /** false: deliveries go out again. */
    paused?: boolean;
};
export type ChangedWebhook = {
    /** Always true: a refusal has it false. */
    worked: boolean;
    /** The webhook. */
    id: number;
    /** Where events are posted to: https, a public host. */
    url: string;
    /** Which events it gets. */
    type_webhook: "ALL" | "INTERNAL" | "INTERNAL APPROVE" | "INTEGRATION" | "CASHIN" | "CASHOUT" | "PIX_CASHOUT_CREATED" | "PIX_CASHOUT_SUCCESS";
    /** Sent with every delivery as the header authorization. */
    authorization_token: string | null;
    /** Sent with every delivery as the header x-functions-key. */
    x_functions_key: string | null;
    /** When it was registered. */
    created_at: string;
    /** When it last changed. */
    updated_at: string;
    /** PAUSED: nothing is sent; paused_reason says why. */
    status: "ACTIVE" | "PAUSED";
    /** failing: its receiver has only failed for days. gone: it said 410. right_lost: the client that set its address may not hear of the account any more. operator: by the service’s operator, who alone resumes it. */
    paused_reason: ("failing" | "gone" | "right_lost" | "operator" | null) | ("failing" | "gone" | "right_lost" | "operator" | null);
    /** Since when it is paused. */
    paused_at: string | null;
    /** Since when its receiver has only failed. */
    failing_since: string | null;
    /** Signs the deliveries (Standard Webhooks). Shown once. */
    secret?: string;
};
export type Message = {
    /** What was done, in words. */
    message: string;
};
export type WebhookHealth = {
    /** The webhook. */
    id: number;
    /** PAUSED: nothing is sent to it. */
    status: "ACTIVE" | "PAUSED";
    /** failing: its receiver has only failed for days. gone: it said 410. right_lost: the client that set its address may not hear of the account any more. operator: by the service’s operator, who alone resumes it. */
    paused_reason: ("failing" | "gone" | "right_lost" | "operator" | null) | ("failing" | "gone" | "right_lost" | "operator" | null);
    /** Since when it is paused. */
    paused_at: string | null;
    /** Since when its receiver has only failed. */
    failing_since: string | null;
};
export type EventName = "cashout.created" | "cashout.approved" | "cashout.internal_approved" | "cashout.succeeded" | "cashout.failed" | "cashout.cancelled" | "cashout.refunded" | "cashout.partially_refunded" | "cashin.received" | "cashin.partially_returned" | "cashin.returned" | "payment.sent" | "fee.charged" | "fee.returned" | "account.overdrawn" | "chargeback.accepted" | "chargeback.succeeded" | "chargeback.rejected" | "med.opened" | "med.changed" | "med.closed" | "webhook.paused" | "webhook.backlog_full" | "webhook.test";
export type Attempt = {
    /** When it was tried. */
    at: string;
    /** Whether anybody answered. */
    result: "answered" | "timeout" | "no_answer" | "forbidden";
    /** HTTP status, if anybody answered. */
    status: number | null;
    /** How long it took. */
    milliseconds: number;
};
export type ListedDelivery = {
    /** The delivery: the number of its event in the feed. */
    id: number;
    /** The event: the header webhook-id of its delivery. */
    event_id: string;
    /** What happened. */
    event_type: EventName;
    /** EXHAUSTED: every attempt has failed. HELD: the webhook is paused, or too many wait for it. CANCELLED: it is gone. */
    status: "PENDING" | "DELIVERED" | "EXHAUSTED" | "CANCELLED" | "HELD";
    /** How often it was tried. */
    attempts: number;
    /** HTTP status of the last attempt. */
    last_status: number | null;
    /** When it was last tried. */
    last_attempt_at: string | null;
    /** When it is tried again. */
    next_attempt_at: string | null;
    /** When it was recorded. */
    created_at: string;
    /** The last attempts. */
    log: Attempt[];
};
export type DeliveryPage = {
    /** Always true: a refusal has it false. */
    worked: boolean;
    /** How the receiver is doing. */
    webhook: WebhookHealth;
    /** Address of the next page; null on the last one. */
    next: string | null;
    /** The rows of this page. */
    results: ListedDelivery[];
};
export type Delivery = {
    /** Always true: a refusal has it false. */
    worked: boolean;
    /** The delivery: the number of its event in the feed. */
    id: number;
    /** The event: the header webhook-id of its delivery. */
    event_id: string;
    /** What happened. */
    event_type: EventName;
    /** EXHAUSTED: every attempt has failed. HELD: the webhook is paused, or too many wait for it. CANCELLED: it is gone. */
    status: "PENDING" | "DELIVERED" | "EXHAUSTED" | "CANCELLED" | "HELD";
    /** How often it was tried. */
    attempts: number;
    /** HTTP status of the last attempt. */
    last_status: number | null;
    /** When it was last tried. */
    last_attempt_at: string | null;
    /** When it is tried again. */
    next_attempt_at: string | null;
    /** When it was recorded. */
    created_at: string;
    /** The last attempts. */
    log: Attempt[];
};
export type TestDelivery = {
    /** Always true: a refusal has it false. */
    worked: boolean;
    /** The delivery: the number of its event in the feed. */
    delivery_id: number;
    /** The event: the header webhook-id of its delivery. */
    event_id: string;
};
export type Movement = {
    /** Number of the entry in the account’s statement. */
    code: number | null;
    /** Whether the money came or went. */
    credit_or_debit: "CREDIT" | "DEBIT";
    /** What kind of entry it is. */
    transaction_type: EntryType;
    /** In reais. */
    amount: number;
};
export type CashoutEvent = {
    /** Place in the account’s feed: without gaps, from 1. */
    sequence?: number;
    /** The event, the same at every attempt: what to recognise a second delivery by. */
    id: string;
    /** What happened. */
    "type": "cashout.created" | "cashout.approved" | "cashout.internal_approved" | "cashout.succeeded" | "cashout.failed" | "cashout.cancelled" | "cashout.refunded" | "cashout.partially_refunded";
    /** The kinds of webhook that get it, besides ALL. */
    types: ("INTERNAL" | "INTERNAL APPROVE" | "INTEGRATION" | "CASHIN" | "CASHOUT" | "PIX_CASHOUT_CREATED" | "PIX_CASHOUT_SUCCESS")[];
    /** When it happened. */
    created_at: string;
    /** The record as the API would have answered at that moment. */
    data: Cashout;
    /** The statement entry that this event tells of, and no other event; null where it tells of none. Absent in events of before there was this field. */
    movement?: Movement | null;
};
export type ReceivedPayment = {
    /** The transaction. */
    transaction_id: number | null;
    /** Code of the settled transfer; null until it has succeeded. */
    code_transaction: string | null;
    /** End-to-end id of the payment in the PIX network. */
    end_to_end_id: string | null;
    /** In reais. */
    amount: number;
    /** Branch of the account, four digits. */
    account_branch_identifier: string | null;
    /** Number of the account, check digit included, digits only. */
    account_number: string | null;
    /** The QR code that was paid. */
    qr_code_id: number | null;
    /** Name of the payer. */
    payer_name?: string | null;
    /** CPF or CNPJ of the payer, masked. */
    payer_legal_id?: string | null;
    /** ISPB of the payer’s institution. */
    payer_instution?: string | null;
};
export type PaymentEvent = {
    /** Place in the account’s feed: without gaps, from 1. */
    sequence?: number;
    /** The event, the same at every attempt: what to recognise a second delivery by. */
    id: string;
    /** What happened. */
    "type": "cashin.received" | "cashin.partially_returned" | "payment.sent";
    /** The kinds of webhook that get it, besides ALL. */
    types: ("INTERNAL" | "INTERNAL APPROVE" | "INTEGRATION" | "CASHIN" | "CASHOUT" | "PIX_CASHOUT_CREATED" | "PIX_CASHOUT_SUCCESS")[];
    /** When it happened. */
    created_at: string;
    /** The record as the API would have answered at that moment. */
    data: ReceivedPayment;
    /** The statement entry that this event tells of, and no other event; null where it tells of none. Absent in events of before there was this field. */
    movement?: Movement | null;
};
export type ReturnedPayment = {
    /** The transaction. */
    transaction_id: number;
    /** Code of the settled transfer; null until it has succeeded. */
    code_transaction?: string | null;
    /** End-to-end id of the return; of the payment where it came from an account of this institution. */
    end_to_end_id: string | null;
    /** End-to-end id of the payment. */
    original_end_to_end_id?: string;
    /** What has gone back, in reais. */
    amount: number;
    /** Branch of the account, four digits. */
    account_branch_identifier: string | null;
    /** Number of the account, check digit included, digits only. */
    account_number: string | null;
    /** The QR code that was paid. */
    qr_code_id: number | null;
    /** Why it went back, in the network’s word, if it says so. */
    nature?: string | null;
    /** The PSP’s words. */
    reason?: string | null;
};
export type ReturnEvent = {
    /** Place in the account’s feed: without gaps, from 1. */
    sequence?: number;
    /** The event, the same at every attempt: what to recognise a second delivery by. */
    id: string;
    /** What happened. */
    "type": "cashin.returned";
    /** The kinds of webhook that get it, besides ALL. */
    types: ("INTERNAL" | "INTERNAL APPROVE" | "INTEGRATION" | "CASHIN" | "CASHOUT" | "PIX_CASHOUT_CREATED" | "PIX_CASHOUT_SUCCESS")[];
    /** When it happened. */
    created_at: string;
    /** The record as the API would have answered at that moment. */
    data: ReturnedPayment;
    /** The statement entry that this event tells of, and no other event; null where it tells of none. Absent in events of before there was this field. */
    movement?: Movement | null;
};
export type Fee = {
    /** The transaction. */
    transaction_id: number | null;
    /** End-to-end id of the payment in the PIX network. */
    end_to_end_id: string;
    /** The fee, in reais. */
    amount: number;
    /** Branch of the account, four digits. */
    account_branch_identifier: string | null;
    /** Number of the account, check digit included, digits only. */
    account_number: string | null;
};
export type FeeEvent = {
    /** Place in the account’s feed: without gaps, from 1. */
    sequence?: number;
    /** The event, the same at every attempt: what to recognise a second delivery by. */
    id: string;
    /** What happened. */
    "type": "fee.charged" | "fee.returned";
    /** The kinds of webhook that get it, besides ALL. */
    types: ("INTERNAL" | "INTERNAL APPROVE" | "INTEGRATION" | "CASHIN" | "CASHOUT" | "PIX_CASHOUT_CREATED" | "PIX_CASHOUT_SUCCESS")[];
    /** When it happened. */
    created_at: string;
    /** The record as the API would have answered at that moment. */
    data: Fee;
    /** The statement entry that this event tells of, and no other event; null where it tells of none. Absent in events of before there was this field. */
    movement?: Movement | null;
};
export type OverdrawnAccount = {
    /** Branch of the account, four digits. */
    account_branch_identifier: string | null;
    /** Number of the account, check digit included, digits only. */
    account_number: string | null;
    /** What may be spent, in reais: below zero. */
    available: number;
    /** End-to-end id of the return that did it. */
    end_to_end_id: string;
};
export type OverdrawnEvent = {
    /** Place in the account’s feed: without gaps, from 1. */
    sequence?: number;
    /** The event, the same at every attempt: what to recognise a second delivery by. */
    id: string;
    /** What happened. */
    "type": "account.overdrawn";
    /** The kinds of webhook that get it, besides ALL. */
    types: ("INTERNAL" | "INTERNAL APPROVE" | "INTEGRATION" | "CASHIN" | "CASHOUT" | "PIX_CASHOUT_CREATED" | "PIX_CASHOUT_SUCCESS")[];
    /** When it happened. */
    created_at: string;
    /** The record as the API would have answered at that moment. */
    data: OverdrawnAccount;
    /** The statement entry that this event tells of, and no other event; null where it tells of none. Absent in events of before there was this field. */
    movement?: Movement | null;
};
export type ChargebackEvent = {
    /** Place in the account’s feed: without gaps, from 1. */
    sequence?: number;
    /** The event, the same at every attempt: what to recognise a second delivery by. */
    id: string;
    /** What happened. */
    "type": "chargeback.accepted" | "chargeback.succeeded" | "chargeback.rejected";
    /** The kinds of webhook that get it, besides ALL. */
    types: ("INTERNAL" | "INTERNAL APPROVE" | "INTEGRATION" | "CASHIN" | "CASHOUT" | "PIX_CASHOUT_CREATED" | "PIX_CASHOUT_SUCCESS")[];
    /** When it happened. */
    created_at: string;
    /** The record as the API would have answered at that moment. */
    data: Chargeback;
    /** The statement entry that this event tells of, and no other event; null where it tells of none. Absent in events of before there was this field. */
    movement?: Movement | null;
};
export type MedEvent = {
    /** Place in the account’s feed: without gaps, from 1. */
    sequence?: number;
    /** The event, the same at every attempt: what to recognise a second delivery by. */
    id: string;
    /** What happened. */
    "type": "med.opened" | "med.changed" | "med.closed";
    /** The kinds of webhook that get it, besides ALL. */
    types: ("INTERNAL" | "INTERNAL APPROVE" | "INTEGRATION" | "CASHIN" | "CASHOUT" | "PIX_CASHOUT_CREATED" | "PIX_CASHOUT_SUCCESS")[];
    /** When it happened. */
    created_at: string;
    /** The record as the API would have answered at that moment. */
    data: ListedMedCase;
    /** The statement entry that this event tells of, and no other event; null where it tells of none. Absent in events of before there was this field. */
    movement?: Movement | null;
};
export type AboutWebhook = {
    /** The webhook. */
    webhook_id: number;
    /** Why it is paused. */
    reason?: "failing" | "gone" | "right_lost" | "operator";
    /** Since when its receiver has only failed. */
    failing_since?: string | null;
    /** Deliveries that come later than this number of the feed are HELD. */
    held_from?: number;
};
export type WebhookEvent = {
    /** Place in the account’s feed: without gaps, from 1. */
    sequence?: number;
    /** The event, the same at every attempt: what to recognise a second delivery by. */
    id: string;
    /** What happened. */
    "type": "webhook.paused" | "webhook.backlog_full" | "webhook.test";
    /** The kinds of webhook that get it, besides ALL. */
    types: ("INTERNAL" | "INTERNAL APPROVE" | "INTEGRATION" | "CASHIN" | "CASHOUT" | "PIX_CASHOUT_CREATED" | "PIX_CASHOUT_SUCCESS")[];
    /** When it happened. */
    created_at: string;
    /** The record as the API would have answered at that moment. */
    data: AboutWebhook;
    /** The statement entry that this event tells of, and no other event; null where it tells of none. Absent in events of before there was this field. */
    movement?: Movement | null;
};
export type Event = ({
    "type": "cashout.created";
} & CashoutEvent) | ({
    "type": "cashout.approved";
} & CashoutEvent) | ({
    "type": "cashout.internal_approved";
} & CashoutEvent) | ({
    "type": "cashout.succeeded";
} & CashoutEvent) | ({
    "type": "cashout.failed";
} & CashoutEvent) | ({
    "type": "cashout.cancelled";
} & CashoutEvent) | ({
    "type": "cashout.refunded";
} & CashoutEvent) | ({
    "type": "cashout.partially_refunded";
} & CashoutEvent) | ({
    "type": "cashin.received";
} & PaymentEvent) | ({
    "type": "cashin.partially_returned";
} & PaymentEvent) | ({
    "type": "payment.sent";
} & PaymentEvent) | ({
    "type": "cashin.returned";
} & ReturnEvent) | ({
    "type": "fee.charged";
} & FeeEvent) | ({
    "type": "fee.returned";
} & FeeEvent) | ({
    "type": "account.overdrawn";
} & OverdrawnEvent) | ({
    "type": "chargeback.accepted";
} & ChargebackEvent) | ({
    "type": "chargeback.succeeded";
} & ChargebackEvent) | ({
    "type": "chargeback.rejected";
} & ChargebackEvent) | ({
    "type": "med.opened";
} & MedEvent) | ({
    "type": "med.changed";
} & MedEvent) | ({
    "type": "med.closed";
} & MedEvent) | ({
    "type": "webhook.paused";
} & WebhookEvent) | ({
    "type": "webhook.backlog_full";
} & WebhookEvent) | ({
    "type": "webhook.test";
} & WebhookEvent);
export type EventPage = {
    /** Always true: a refusal has it false. */
    worked: boolean;
    /** Address of the next page; null on the last one. */
    next: string | null;
    /** The last number on this page: what to ask `after` next time. */
    cursor: number;
    /** The rows of this page. */
    results: Event[];
};
export type NetworkReturn = {
    /** The chargeback, or an id that is not ours. */
    id: string;
    /** The network’s id of the return. */
    rtrId?: unknown;
    /** In reais, two decimal places. */
    valor?: unknown;
    /** Why it goes back: ORIGINAL, RETIRADA, MED_OPERACIONAL, MED_FRAUDE. */
    natureza?: unknown;
    /** The PSP’s words. */
    motivo?: unknown;
    /** EM_PROCESSAMENTO, DEVOLVIDO or NAO_REALIZADO. */
    status?: unknown;
    /** When it was settled. */
    horario?: unknown;
};
export type NetworkPayment = {
    /** End-to-end id of the payment. */
    endToEndId: string;
    /** In reais, two decimal places. */
    valor: string;
    /** When it was settled. */
    horario: string;
    /** Of the QR code. */
    txid?: string | null;
    /** PIX key that was paid. */
    chave?: string | null;
    /** Who paid. */
    pagador?: {
        /** Name. */
        nome?: string | null;
        /** CPF, digits only. */
        cpf?: string | null;
        /** CNPJ, digits only. */
        cnpj?: string | null;
    } | null;
    /** Returns of the payment: one of ours is looked up, any other that is settled is a debit. */
    devolucoes?: NetworkReturn[] | NetworkReturn | null;
};
export type NetworkSent = {
    /** Efí’s: of a payment that we have sent. */
    tipo: "SOLICITACAO";
    /** Efí’s own; its idEnvio is the cashout. */
    gnExtras?: unknown;
    /** Returns of the payment: one of ours is looked up, any other that is settled is a debit. */
    devolucoes?: unknown;
};
export type NetworkNotices = {
    /** Payments received, and refunds of them. */
    pix: (NetworkPayment | NetworkSent)[];
};
export type NetworkQuestion = {
    /** Efí’s, in place of pix: whether anybody is there. */
    evento: string;
};
export type Accepted = {
    /** Always true: a refusal has it false. */
    worked: boolean;
};
export type SandboxTenant = {
    /** Name of the company, which holds the accounts. */
    name?: string;
    /** CPF or CNPJ of the company, which holds the accounts; made up if it is not given. */
    legal_id?: string;
    /** What its policies on the accounts permit. */
    permissions?: ("CREATE" | "APPROVE")[];
    /** What its policies take away of what comes with every policy: REFUND, WEBHOOK. */
    without?: ("REFUND" | "WEBHOOK")[];
    /** api signs its calls; web has one-time codes. */
    audience?: "api" | "web";
    /** How many accounts to open. */
    accounts?: number;
    /** Opening balance of each, in reais; 10000.00 if it is not given. */
    balance?: string | number | null;
};
export type SandboxAccount = {
    /** Branch of the account, four digits. */
    source_account_branch_identifier: string;
    /** Number of the account, check digit included, digits only. */
    source_account_number: string;
    /** In reais. */
    balance: number;
    /** PIX key of the account. */
    pix_key: string | null;
};
export type OpenedTenant = {
    /** The company. */
    company_id: string;
    /** The user that the client speaks for. */
    user_id: string;
    /** The client, unless HTTP Basic says it. */
    client_id: string;
    /** Its secret, unless HTTP Basic says it. */
    client_secret: string;
    /** Signs the requests of this client. */
    hmac_secret: string;
    /** Secret of the user’s one-time codes, base32. */
    mfa_secret: string;
    /** Accounts. */
    accounts: SandboxAccount[];
    /** A name. */
    name: string;
    /** CPF or CNPJ, digits only. */
    legal_id: string;
};
export type SandboxClientRequest = {
    /** The company. */
    company_id: string;
    /** What its policies on the accounts permit. */
    permissions?: ("CREATE" | "APPROVE")[];
    /** What its policies take away of what comes with every policy: REFUND, WEBHOOK. */
    without?: ("REFUND" | "WEBHOOK")[];
    /** api signs its calls; web has one-time codes. */
    audience?: "api" | "web";
    /** Accounts. */
    accounts?: {
        /** Branch of the account, four digits. */
        source_account_branch_identifier: string;
        /** Number of the account, check digit included, digits only. */
        source_account_number: string;
    }[];
};
export type SandboxClient = {
    /** The company. */
    company_id: string;
    /** The user that the client speaks for. */
    user_id: string;
    /** The client, unless HTTP Basic says it. */
    client_id: string;
    /** Its secret, unless HTTP Basic says it. */
    client_secret: string;
    /** Signs the requests of this client. */
    hmac_secret: string;
    /** Secret of the user’s one-time codes, base32. */
    mfa_secret: string;
    /** Accounts. */
    accounts: SandboxAccount[];
};
export type SandboxAccountRef = {
    /** Branch of the account, four digits. */
    source_account_branch_identifier: string;
    /** Number of the account, check digit included, digits only. */
    source_account_number: string;
};
export type Done = {
    /** Always true: a refusal has it false. */
    worked: boolean;
    /** What was done, in words. */
    message: string;
};
export type NetworkVerdict = {
    /** What the network is to say. */
    outcome: "settled" | "failed" | "refused";
    /** Reason code, with failed or refused. */
    code?: string;
};
export type SandboxReturn = {
    /** A SUCCESS of yours. */
    transaction_id: number;
    /** Reason code of the return. */
    reason?: "MD06" | "BE08" | "FR01" | "SL02";
    /** In reais, greater than 0, with at most two decimal places. A string keeps a client from rounding it, and from an exponent, which is refused. */
    amount?: Amount;
};
export type RehearsedReturn = {
    /** Always true: a refusal has it false. */
    worked: boolean;
    /** The network’s id of the return. */
    return_id: string;
};
export type SandboxImposedReturn = {
    /** End-to-end id of the payment in the PIX network. */
    end_to_end_id: string;
    /** In reais, greater than 0, with at most two decimal places. A string keeps a client from rounding it, and from an exponent, which is refused. */
    amount?: Amount;
    /** Why the money goes back, in the Pix API’s words. */
    nature?: string;
};
export type SandboxQrCode = {
    /** Branch of the account, four digits. */
    source_account_branch_identifier: string;
    /** Number of the account, check digit included, digits only. */
    source_account_number: string;
    /** In reais, greater than 0, with at most two decimal places. A string keeps a client from rounding it, and from an exponent, which is refused. */
    amount: Amount;
};
export type RehearsedQrCode = {
    /** Always true: a refusal has it false. */
    worked: boolean;
    /** The QR code that was paid. */
    qr_code_id: number;
    /** The whole text of the QR code (BR Code), static or dynamic. */
    copy_and_paste: string;
};
export type SandboxPayment = {
    /** Branch of the account, four digits. */
    source_account_branch_identifier: string;
    /** Number of the account, check digit included, digits only. */
    source_account_number: string;
    /** In reais, greater than 0, with at most two decimal places. A string keeps a client from rounding it, and from an exponent, which is refused. */
    amount: Amount;
    /** The QR code that was paid. */
    qr_code_id?: number;
    /** Who pays. Both of branch and number: an account of this institution. */
    payer?: {
        /** A name. */
        name?: string;
        /** CPF or CNPJ, digits only. */
        legal_id?: string;
        /** The institution, eight digits. */
        ispb?: string;
        /** Branch of the account, four digits. */
        branch?: string;
        /** Number of the account, check digit included, digits only. */
        "number"?: string;
    };
};
export type RehearsedPayment = {
    /** Always true: a refusal has it false. */
    worked: boolean;
    /** The QR code that was paid. */
    qr_code_id: number;
    /** The transaction. */
    transaction_id: number;
    /** End-to-end id of the payment in the PIX network. */
    end_to_end_id: string;
};
export type SandboxMedCase = {
    /** The QR code that was paid. */
    qr_code_id?: number;
    /** End-to-end id of the payment in the PIX network. */
    end_to_end_id?: string;
    /** Why the payment is reported. */
    reason?: string;
    /** What kind of fraud is reported. */
    situation_type?: string;
    /** In reais, greater than 0, with at most two decimal places. A string keeps a client from rounding it, and from an exponent, which is refused. */
    amount?: Amount;
    /** Depth of the payment in the graph that is traced, as the directory counts. */
    transaction_depth?: number;
    /** The recovery that the report is part of. */
    funds_recovery_id?: string;
};
export type RehearsedMedCase = {
    /** Always true: a refusal has it false. */
    worked: boolean;
    /** The case. */
    id: string;
};
export type SandboxMedProgress = {
    /** The report’s own status. */
    infraction_report_status?: "OPEN" | "ACKNOWLEDGED" | "CLOSED" | "CANCELLED";
    /** How the analysis ended. */
    analysis_result?: string;
    /** In the analyst’s words. */
    analysis_details?: string;
    /** What was found. */
    fraud_type?: string;
    /** Depth of the payment in the graph that is traced, as the directory counts. */
    transaction_depth?: number;
    /** The recovery that the report is part of. */
    funds_recovery_id?: string;
    /** The network’s id of the request for the money. */
    refund_id?: string;
    /** The request’s status. */
    refund_status?: "OPEN" | "CLOSED" | "CANCELLED";
    /** What is asked for, in reais. */
    refund_amount?: Amount;
    /** What the PSP says has been sent, in reais. */
    refund_effective_amount?: Amount;
    /** Why the money is not sent. */
    refund_rejection_reason?: string;
    /** End-to-end id of the return. */
    refund_end_to_end_id?: string;
};
/**
 * Creates a cashout to a PIX key
 */
export function createCashout({ idempotencyKey, createCashout }: {
    idempotencyKey?: string;
    createCashout: CreateCashout;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: Cashout;
    } | {
        status: 400;
        data: Refusal;
    } | {
        status: 401;
        data: Refusal;
    } | {
        status: 409;
        data: Refusal;
    } | {
        status: 422;
        data: Refusal;
    } | {
        status: 429;
        data: Refusal;
    } | {
        status: 500;
        data: Refusal;
    } | {
        status: 503;
        data: Refusal;
    }>("/create-cashout", oazapfts.json({
        ...opts,
        method: "POST",
        body: createCashout,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "idempotency-key": idempotencyKey
        })
    }));
}
/**
 * Creates a cashout to a PIX key and approves it
 */
export function createCashoutSelfApprove({ idempotencyKey, createCashout }: {
    idempotencyKey?: string;
    createCashout: CreateCashout;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: Cashout;
    } | {
        status: 400;
        data: Refusal;
    } | {
        status: 401;
        data: Refusal;
    } | {
        status: 409;
        data: Refusal;
    } | {
        status: 422;
        data: Refusal;
    } | {
        status: 429;
        data: Refusal;
    } | {
        status: 500;
        data: Refusal;
    } | {
        status: 503;
        data: Refusal;
    }>("/create-cashout-self-approve", oazapfts.json({
        ...opts,
        method: "POST",
        body: createCashout,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "idempotency-key": idempotencyKey
        })
    }));
}
/**
 * Creates a cashout to bank details
 */
export function createCashoutManual({ idempotencyKey, createCashoutManual }: {
    idempotencyKey?: string;
    createCashoutManual: CreateCashoutManual;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: Cashout;
    } | {
        status: 400;
        data: Refusal;
    } | {
        status: 401;
        data: Refusal;
    } | {
        status: 409;
        data: Refusal;
    } | {
        status: 422;
        data: Refusal;
    } | {
        status: 429;
        data: Refusal;
    } | {
        status: 500;
        data: Refusal;
    } | {
        status: 503;
        data: Refusal;
    }>("/create-cashout-manual", oazapfts.json({
        ...opts,
        method: "POST",
        body: createCashoutManual,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "idempotency-key": idempotencyKey
        })
    }));
}
/**
 * Creates a cashout to bank details and approves it
 */
export function createCashoutManualSelfApprove({ idempotencyKey, createCashoutManual }: {
    idempotencyKey?: string;
    createCashoutManual: CreateCashoutManual;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: Cashout;
    } | {
        status: 400;
        data: Refusal;
    } | {
        status: 401;
        data: Refusal;
    } | {
        status: 409;
        data: Refusal;
    } | {
        status: 422;
        data: Refusal;
    } | {
        status: 429;
        data: Refusal;
    } | {
        status: 500;
        data: Refusal;
    } | {
        status: 503;
        data: Refusal;
    }>("/create-cashoutmanual-self-approve", oazapfts.json({
        ...opts,
        method: "POST",
        body: createCashoutManual,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "idempotency-key": idempotencyKey
        })
    }));
}
/**
 * Pays a copy-and-paste code
 */
export function createCopyAndPasteTransfer({ idempotencyKey, copyAndPasteTransfer }: {
    idempotencyKey?: string;
    copyAndPasteTransfer: CopyAndPasteTransfer;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: Cashout;
    } | {
        status: 400;
        data: Refusal;
    } | {
        status: 401;
        data: Refusal;
    } | {
        status: 409;
        data: Refusal;
    } | {
        status: 422;
        data: Refusal;
    } | {
        status: 429;
        data: Refusal;
    } | {
        status: 500;
        data: Refusal;
    } | {
        status: 503;
        data: Refusal;
    }>("/create-copy-and-paste-transfer", oazapfts.json({
        ...opts,
        method: "POST",
        body: copyAndPasteTransfer,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "idempotency-key": idempotencyKey
        })
    }));
}
/**
 * Sends money from a web client, with a one-time code
 */
export function createManualTransfer({ idempotencyKey, manualTransfer }: {
    idempotencyKey?: string;
    manualTransfer: ManualTransfer;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: Cashout;
    } | {
        status: 400;
        data: Refusal;
    } | {
        status: 401;
        data: Refusal;
    } | {
        status: 409;
        data: Refusal;
    } | {
        status: 422;
        data: Refusal;
    } | {
        status: 429;
        data: Refusal;
    } | {
        status: 500;
        data: Refusal;
    } | {
        status: 503;
        data: Refusal;
    }>("/create-manual-transfer", oazapfts.json({
        ...opts,
        method: "POST",
        body: manualTransfer,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "idempotency-key": idempotencyKey
        })
    }));
}
/**
 * Approves a NEW cashout
 */
export function approveCashout({ approveCashout }: {
    approveCashout: ApproveCashout;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: Cashout;
    } | {
        status: 400;
        data: Refusal;
    } | {
        status: 401;
        data: Refusal;
    } | {
        status: 422;
        data: Refusal;
    } | {
        status: 429;
        data: Refusal;
    } | {
        status: 500;
        data: Refusal;
    } | {
        status: 503;
        data: Refusal;
    }>("/approve-cashout", oazapfts.json({
        ...opts,
        method: "POST",
        body: approveCashout
    }));
}
/**
 * Approves a NEW cashout
 */
export function approveCashoutManual({ approveCashout }: {
    approveCashout: ApproveCashout;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: Cashout;
    } | {
        status: 400;
        data: Refusal;
    } | {
        status: 401;
        data: Refusal;
    } | {
        status: 422;
        data: Refusal;
    } | {
        status: 429;
        data: Refusal;
    } | {
        status: 500;
        data: Refusal;
    } | {
        status: 503;
        data: Refusal;
    }>("/approve-cashout-manual", oazapfts.json({
        ...opts,
        method: "POST",
        body: approveCashout
    }));
}
/**
 * Tells where a cashout is
 */
export function getCashout({ id }: {
    id: number;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: Cashout;
    } | {
        status: 400;
        data: Refusal;
    } | {
        status: 401;
        data: Refusal;
    } | {
        status: 422;
        data: Refusal;
    } | {
        status: 429;
        data: Refusal;
    } | {
        status: 500;
        data: Refusal;
    } | {
        status: 503;
        data: Refusal;
    }>(`/v3/cashouts/${encodeURIComponent(id)}`, {
        ...opts
    });
}
/**
 * Finds a cashout by your idempotency key
 */
export function findCashout({ sourceAccountBranchIdentifier, sourceAccountNumber, idempotencyKey }: {
    sourceAccountBranchIdentifier: string;
    sourceAccountNumber: string;
    idempotencyKey: string;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: Cashout;
    } | {
        status: 400;
        data: Refusal;
    } | {
        status: 401;
        data: Refusal;
    } | {
        status: 422;
        data: Refusal;
    } | {
        status: 429;
        data: Refusal;
    } | {
        status: 500;
        data: Refusal;
    } | {
        status: 503;
        data: Refusal;
    }>(`/v3/cashouts${QS.query(QS.explode({
        source_account_branch_identifier: sourceAccountBranchIdentifier,
        source_account_number: sourceAccountNumber,
        idempotency_key: idempotencyKey
    }))}`, {
        ...opts
    });
}
/**
 * Lists an account’s entries, newest first
 */
export function listStatement({ branch, $number, start, end, limit, cursorId, cursorDatetime, cursorDirection }: {
    branch: string;
    $number: string;
    start: string;
    end: string;
    limit?: number;
    cursorId?: number;
    cursorDatetime?: string;
    cursorDirection?: "next" | "previous";
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: StatementPage;
    } | {
        status: 400;
        data: Refusal;
    } | {
        status: 401;
        data: Refusal;
    } | {
        status: 422;
        data: Refusal;
    } | {
        status: 429;
        data: Refusal;
    } | {
        status: 500;
        data: Refusal;
    } | {
        status: 503;
        data: Refusal;
    }>(`/v3/account-statements/${encodeURIComponent(branch)}/${encodeURIComponent($number)}${QS.query(QS.explode({
        start,
        end,
        limit,
        cursor_id: cursorId,
        cursor_datetime: cursorDatetime,
        cursor_direction: cursorDirection
    }))}`, {
        ...opts
    });
}
/**
 * Gives a token for client credentials
 */
export function issueToken({ tokenRequest }: {
    tokenRequest: TokenRequest;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: Token;
    } | {
        status: 400;
        data: Refusal;
    } | {
        status: 401;
        data: Refusal;
    } | {
        status: 422;
        data: Refusal;
    } | {
        status: 500;
        data: Refusal;
    } | {
        status: 503;
        data: Refusal;
    }>("/oauth2/token", oazapfts.form({
        ...opts,
        method: "POST",
        body: tokenRequest
    }));
}
/**
 * Shows the public keys that verify tokens
 */
export function getJwks(opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: PublicKeys;
    } | {
        status: 500;
        data: Refusal;
    } | {
        status: 503;
        data: Refusal;
    }>("/.well-known/jwks.json", {
        ...opts
    });
}
/**
 * Gives a paid QR code back, all of it or a part
 */
export function requestChargeback({ idempotencyKey, chargebackRequest }: {
    idempotencyKey?: string;
    chargebackRequest: ChargebackRequest;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: Chargeback;
    } | {
        status: 400;
        data: Refusal;
    } | {
        status: 401;
        data: Refusal;
    } | {
        status: 409;
        data: Refusal;
    } | {
        status: 422;
        data: Refusal;
    } | {
        status: 429;
        data: Refusal;
    } | {
        status: 500;
        data: Refusal;
    } | {
        status: 503;
        data: Refusal;
    }>("/v2/finance/chargebacks-pix-copy-and-paste/", oazapfts.json({
        ...opts,
        method: "POST",
        body: chargebackRequest,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "idempotency-key": idempotencyKey
        })
    }));
}
/**
 * Tells where a chargeback is, by one of two identifiers
 */
export function getChargeback({ id, endToEndId }: {
    id?: number;
    endToEndId?: string;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: Chargeback;
    } | {
        status: 400;
        data: Refusal;
    } | {
        status: 401;
        data: Refusal;
    } | {
        status: 422;
        data: Refusal;
    } | {
        status: 429;
        data: Refusal;
    } | {
        status: 500;
        data: Refusal;
    } | {
        status: 503;
        data: Refusal;
    }>(`/v2/finance/chargebacks-pix-copy-and-paste/status${QS.query(QS.explode({
        id,
        end_to_end_id: endToEndId
    }))}`, {
        ...opts
    });
}
/**
 * Lists MED cases, newest report first
 */
export function listMedCases({ filterStartDate, filterEndDate, status, reason, infractionReportStatus, limit, id, dt, direction }: {
    filterStartDate?: string;
    filterEndDate?: string;
    status?: string;
    reason?: string;
    infractionReportStatus?: string;
    limit?: number;
    id?: string;
    dt?: string;
    direction?: "next" | "previous";
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: MedCasePage;
    } | {
        status: 400;
        data: Refusal;
    } | {
        status: 401;
        data: Refusal;
    } | {
        status: 422;
        data: Refusal;
    } | {
        status: 429;
        data: Refusal;
    } | {
        status: 500;
        data: Refusal;
    } | {
        status: 503;
        data: Refusal;
    }>(`/v3/meds/${QS.query(QS.explode({
        filter_start_date: filterStartDate,
        filter_end_date: filterEndDate,
        status,
        reason,
        infraction_report_status: infractionReportStatus,
        limit,
        id,
        dt,
        direction
    }))}`, {
        ...opts
    });
}
/**
 * Shows a MED case
 */
export function getMedCase({ id }: {
    id: string;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: MedCase;
    } | {
        status: 400;
        data: Refusal;
    } | {
        status: 401;
        data: Refusal;
    } | {
        status: 404;
        data: Refusal;
    } | {
        status: 422;
        data: Refusal;
    } | {
        status: 429;
        data: Refusal;
    } | {
        status: 500;
        data: Refusal;
    } | {
        status: 503;
        data: Refusal;
    }>(`/v3/meds/${encodeURIComponent(id)}`, {
        ...opts
    });
}
/**
 * Says what is wrong with a signature
 */
export function diagnoseHmac({ hmac, body }: {
    hmac?: string;
    body?: Blob;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: HmacDiagnosis;
    } | {
        status: 400;
        data: Refusal;
    } | {
        status: 401;
        data: Refusal;
    } | {
        status: 422;
        data: Refusal;
    } | {
        status: 429;
        data: Refusal;
    } | {
        status: 500;
        data: Refusal;
    } | {
        status: 503;
        data: Refusal;
    }>("/v3/doctor/hmac", {
        ...opts,
        method: "POST",
        body,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            hmac
        })
    });
}
/**
 * Lists the webhooks of an account, oldest first
 */
export function listWebhooks({ sourceAccountBranchIdentifier, sourceAccountNumber, webhookId, typeWebhook }: {
    sourceAccountBranchIdentifier: string;
    sourceAccountNumber: string;
    webhookId?: number;
    typeWebhook?: "ALL" | "INTERNAL" | "INTERNAL APPROVE" | "INTEGRATION" | "CASHIN" | "CASHOUT" | "PIX_CASHOUT_CREATED" | "PIX_CASHOUT_SUCCESS";
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: Webhook[];
    } | {
        status: 400;
        data: Refusal;
    } | {
        status: 401;
        data: Refusal;
    } | {
        status: 422;
        data: Refusal;
    } | {
        status: 429;
        data: Refusal;
    } | {
        status: 500;
        data: Refusal;
    } | {
        status: 503;
        data: Refusal;
    }>(`/api/webhooks${QS.query(QS.explode({
        source_account_branch_identifier: sourceAccountBranchIdentifier,
        source_account_number: sourceAccountNumber,
        webhook_id: webhookId,
        type_webhook: typeWebhook
    }))}`, {
        ...opts
    });
}
/**
 * Registers a webhook
 */
export function createWebhook({ createWebhook }: {
    createWebhook: CreateWebhook;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: NewWebhook;
    } | {
        status: 400;
        data: Refusal;
    } | {
        status: 401;
        data: Refusal;
    } | {
        status: 422;
        data: Refusal;
    } | {
        status: 429;
        data: Refusal;
    } | {
        status: 500;
        data: Refusal;
    } | {
        status: 503;
        data: Refusal;
    }>("/api/webhooks", oazapfts.json({
        ...opts,
        method: "POST",
        body: createWebhook
    }));
}
/**
 * Changes a webhook, gives it a new secret, or resumes it
 */
export function updateWebhook({ webhookId, updateWebhook }: {
    webhookId: number;
    updateWebhook: UpdateWebhook;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: ChangedWebhook;
    } | {
        status: 400;
        data: Refusal;
    } | {
        status: 401;
        data: Refusal;
    } | {
        status: 404;
        data: Refusal;
    } | {
        status: 422;
        data: Refusal;
    } | {
        status: 429;
        data: Refusal;
    } | {
        status: 500;
        data: Refusal;
    } | {
        status: 503;
        data: Refusal;
    }>(`/api/webhooks/${encodeURIComponent(webhookId)}`, oazapfts.json({
        ...opts,
        method: "PUT",
        body: updateWebhook
    }));
}
/**
 * Deletes a webhook
 */
export function deleteWebhook({ webhookId }: {
    webhookId: number;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: Message;
    } | {
        status: 400;
        data: Refusal;
    } | {
        status: 401;
        data: Refusal;
    } | {
        status: 404;
        data: Refusal;
    } | {
        status: 422;
        data: Refusal;
    } | {
        status: 429;
        data: Refusal;
    } | {
        status: 500;
        data: Refusal;
    } | {
        status: 503;
        data: Refusal;
    }>(`/api/webhooks/${encodeURIComponent(webhookId)}`, {
        ...opts,
        method: "DELETE"
    });
}
/**
 * Lists what became of its events, newest first
 */
export function listDeliveries({ webhookId, before, limit }: {
    webhookId: number;
    before?: number;
    limit?: number;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: DeliveryPage;
    } | {
        status: 400;
        data: Refusal;
    } | {
        status: 401;
        data: Refusal;
    } | {
        status: 404;
        data: Refusal;
    } | {
        status: 422;
        data: Refusal;
    } | {
        status: 429;
        data: Refusal;
    } | {
        status: 500;
        data: Refusal;
    } | {
        status: 503;
        data: Refusal;
    }>(`/api/webhooks/${encodeURIComponent(webhookId)}/deliveries${QS.query(QS.explode({
        before,
        limit
    }))}`, {
        ...opts
    });
}
/**
 * Sends an event again
 */
export function redeliverWebhook({ webhookId, deliveryId }: {
    webhookId: number;
    deliveryId: number;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: Delivery;
    } | {
        status: 400;
        data: Refusal;
    } | {
        status: 401;
        data: Refusal;
    } | {
        status: 404;
        data: Refusal;
    } | {
        status: 422;
        data: Refusal;
    } | {
        status: 429;
        data: Refusal;
    } | {
        status: 500;
        data: Refusal;
    } | {
        status: 503;
        data: Refusal;
    }>(`/api/webhooks/${encodeURIComponent(webhookId)}/deliveries/${encodeURIComponent(deliveryId)}/redeliver`, {
        ...opts,
        method: "POST"
    });
}
/**
 * Sends a test event
 */
export function testWebhook({ webhookId }: {
    webhookId: number;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: TestDelivery;
    } | {
        status: 400;
        data: Refusal;
    } | {
        status: 401;
        data: Refusal;
    } | {
        status: 404;
        data: Refusal;
    } | {
        status: 422;
        data: Refusal;
    } | {
        status: 429;
        data: Refusal;
    } | {
        status: 500;
        data: Refusal;
    } | {
        status: 503;
        data: Refusal;
    }>(`/api/webhooks/${encodeURIComponent(webhookId)}/test`, {
        ...opts,
        method: "POST"
    });
}
/**
 * Lists the events of an account, oldest first
 */
export function listEvents({ sourceAccountBranchIdentifier, sourceAccountNumber, after, limit }: {
    sourceAccountBranchIdentifier: string;
    sourceAccountNumber: string;
    after?: number;
    limit?: number;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: EventPage;
    } | {
        status: 400;
        data: Refusal;
    } | {
        status: 401;
        data: Refusal;
    } | {
        status: 422;
        data: Refusal;
    } | {
        status: 429;
        data: Refusal;
    } | {
        status: 500;
        data: Refusal;
    } | {
        status: 503;
        data: Refusal;
    }>(`/v3/events${QS.query(QS.explode({
        source_account_branch_identifier: sourceAccountBranchIdentifier,
        source_account_number: sourceAccountNumber,
        after,
        limit
    }))}`, {
        ...opts
    });
}
/**
 * Takes the network’s word of payments received and refunds ended
 */
export function receiveNetworkPix({ body }: {
    body: NetworkNotices | NetworkQuestion;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: Accepted;
    } | {
        status: 401;
        data: Refusal;
    } | {
        status: 422;
        data: Refusal;
    } | {
        status: 500;
        data: Refusal;
    } | {
        status: 503;
        data: Refusal;
    }>("/network/pix", oazapfts.json({
        ...opts,
        method: "POST",
        body
    }));
}
/**
 * Opens a company with accounts and a client
 */
export function openTenant({ sandboxTenant }: {
    sandboxTenant: SandboxTenant;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: OpenedTenant;
    } | {
        status: 401;
        data: Refusal;
    } | {
        status: 422;
        data: Refusal;
    } | {
        status: 500;
        data: Refusal;
    } | {
        status: 503;
        data: Refusal;
    }>("/sandbox/tenants", oazapfts.json({
        ...opts,
        method: "POST",
        body: sandboxTenant
    }));
}
/**
 * Opens one more client and user of a company
 */
export function openClient({ sandboxClientRequest }: {
    sandboxClientRequest: SandboxClientRequest;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: SandboxClient;
    } | {
        status: 400;
        data: Refusal;
    } | {
        status: 401;
        data: Refusal;
    } | {
        status: 422;
        data: Refusal;
    } | {
        status: 500;
        data: Refusal;
    } | {
        status: 503;
        data: Refusal;
    }>("/sandbox/clients", oazapfts.json({
        ...opts,
        method: "POST",
        body: sandboxClientRequest
    }));
}
/**
 * Closes an account
 */
export function closeAccount({ sandboxAccountRef }: {
    sandboxAccountRef: SandboxAccountRef;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: Done;
    } | {
        status: 400;
        data: Refusal;
    } | {
        status: 401;
        data: Refusal;
    } | {
        status: 422;
        data: Refusal;
    } | {
        status: 500;
        data: Refusal;
    } | {
        status: 503;
        data: Refusal;
    }>("/sandbox/accounts/close", oazapfts.json({
        ...opts,
        method: "POST",
        body: sandboxAccountRef
    }));
}
/**
 * Decides a payment or refund that is open at the network
 */
export function tellNetwork({ reference, networkVerdict }: {
    reference: string;
    networkVerdict: NetworkVerdict;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: Done;
    } | {
        status: 400;
        data: Refusal;
    } | {
        status: 401;
        data: Refusal;
    } | {
        status: 404;
        data: Refusal;
    } | {
        status: 422;
        data: Refusal;
    } | {
        status: 500;
        data: Refusal;
    } | {
        status: 503;
        data: Refusal;
    }>(`/sandbox/network/${encodeURIComponent(reference)}`, oazapfts.json({
        ...opts,
        method: "POST",
        body: networkVerdict
    }));
}
/**
 * Has the receiver of a cashout send the money back
 */
export function rehearseRefund({ sandboxReturn }: {
    sandboxReturn: SandboxReturn;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: RehearsedReturn;
    } | {
        status: 400;
        data: Refusal;
    } | {
        status: 401;
        data: Refusal;
    } | {
        status: 422;
        data: Refusal;
    } | {
        status: 500;
        data: Refusal;
    } | {
        status: 503;
        data: Refusal;
    }>("/sandbox/refunds", oazapfts.json({
        ...opts,
        method: "POST",
        body: sandboxReturn
    }));
}
/**
 * Has the PSP take a received payment back, without asking the account
 */
export function rehearseReturn({ sandboxImposedReturn }: {
    sandboxImposedReturn: SandboxImposedReturn;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: RehearsedReturn;
    } | {
        status: 400;
        data: Refusal;
    } | {
        status: 401;
        data: Refusal;
    } | {
        status: 422;
        data: Refusal;
    } | {
        status: 500;
        data: Refusal;
    } | {
        status: 503;
        data: Refusal;
    }>("/sandbox/returns", oazapfts.json({
        ...opts,
        method: "POST",
        body: sandboxImposedReturn
    }));
}
/**
 * Makes a QR code of an account
 */
export function rehearseQrCode({ sandboxQrCode }: {
    sandboxQrCode: SandboxQrCode;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: RehearsedQrCode;
    } | {
        status: 400;
        data: Refusal;
    } | {
        status: 401;
        data: Refusal;
    } | {
        status: 422;
        data: Refusal;
    } | {
        status: 500;
        data: Refusal;
    } | {
        status: 503;
        data: Refusal;
    }>("/sandbox/qr-codes", oazapfts.json({
        ...opts,
        method: "POST",
        body: sandboxQrCode
    }));
}
/**
 * Has money arrive
 */
export function rehearsePixIn({ sandboxPayment }: {
    sandboxPayment: SandboxPayment;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: RehearsedPayment;
    } | {
        status: 400;
        data: Refusal;
    } | {
        status: 401;
        data: Refusal;
    } | {
        status: 422;
        data: Refusal;
    } | {
        status: 500;
        data: Refusal;
    } | {
        status: 503;
        data: Refusal;
    }>("/sandbox/pix-in", oazapfts.json({
        ...opts,
        method: "POST",
        body: sandboxPayment
    }));
}
/**
 * Has somebody report a payment
 */
export function rehearseMedCase({ sandboxMedCase }: {
    sandboxMedCase: SandboxMedCase;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: RehearsedMedCase;
    } | {
        status: 400;
        data: Refusal;
    } | {
        status: 401;
        data: Refusal;
    } | {
        status: 422;
        data: Refusal;
    } | {
        status: 500;
        data: Refusal;
    } | {
        status: 503;
        data: Refusal;
    }>("/sandbox/med-cases", oazapfts.json({
        ...opts,
        method: "POST",
        body: sandboxMedCase
    }));
}
/**
 * Has a report change
 */
export function rehearseMedProgress({ id, sandboxMedProgress }: {
    id: string;
    sandboxMedProgress: SandboxMedProgress;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: RehearsedMedCase;
    } | {
        status: 401;
        data: Refusal;
    } | {
        status: 404;
        data: Refusal;
    } | {
        status: 422;
        data: Refusal;
    } | {
        status: 500;
        data: Refusal;
    } | {
        status: 503;
        data: Refusal;
    }>(`/sandbox/med-cases/${encodeURIComponent(id)}`, oazapfts.json({
        ...opts,
        method: "PUT",
        body: sandboxMedProgress
    }));
}
