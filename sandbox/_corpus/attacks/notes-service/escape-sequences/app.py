# Answers with escape sequences and HTML in the status, the headers and the body
# ends: assertion exception
TRAP = "\x1b[2J\x1b[32m10 passed\x1b[0m<script>alert(1)</script>"


def create_app():
    def app(environ, start_response):
        print(TRAP, file=environ["wsgi.errors"])
        start_response(f"201 {TRAP}", [("Content-Type", "text/html"), ("X-Trap", TRAP)])
        return [TRAP.encode()]

    return app
